/* Sentences and weights from the command line, and what there is to say of them. What attention's
 * commands share: one sentence or several, the same weights for all. */
#pragma once

#include "cli/commands.h"
#include "load/arguments.h"
#include "load/weights.h"
#include "trace/traces.h"

typedef enum PositionChoice { POSITIONS_SINUSOIDAL, POSITIONS_NONE } PositionChoice;

enum { PROJECTIONS = 4 }; /* W_Q, W_K, W_V, W_O */

/* Numbers of one's own. */
typedef struct OwnNumbers {
    const char *vectors, *projections[PROJECTIONS]; /* as given; NULL for those that are not */
    Tokens words;                                   /* of the vectors */
    Weights weights;                                /* what they all say */
} OwnNumbers;

typedef struct ModelSettings {
    Values sentences; /* none: standard input */
    int heads, dim;
    const char *mask;
    PositionChoice positions;
    const char *weights;    /* "built-in", "random" or a path */
    const char *embeddings; /* a path, or NULL */
    OwnNumbers own;
    const char *word; /* that is looked at, or NULL */
    uint64_t seed;
    bool heads_given, dim_given, weights_given;
    int nearest; /* how many words are listed by a vector: then all there are are wanted, not only
                    those of the sentences */
} ModelSettings;

/* How attention is done otherwise than in the paper. */
typedef struct VariationSettings {
    Variation attention; /* but for the masking: --mask says it */
    bool normalise;
    int convention; /* words are rows, 0, or columns */
} VariationSettings;

/* So many vectors of a file are read at most, where all are wanted. */
enum { MOST_VECTORS = 2000000 };

/* A sentence, ready for the model. */
typedef struct ReadSentence {
    const char *text; /* as it was given, but for white space at its end */
    Tokens tokens;    /* of all of it; `words` are those that are kept */
    Words words;
    SelfAttentionSettings settings;
    Subject subject;
} ReadSentence;

/* The word of --word: which, and which of several in a sentence. */
typedef struct WantedWord {
    const char *word, *key;
    int occurrence; /* from 1 */
    bool numbered;  /* it was given */
} WantedWord;

/* All sentences of a command. */
typedef struct Readings {
    Weights weights;
    ReadSentence *items;
    int count;
    WantedWord wanted;          /* of --word … */
    ComparedSentence *compared; /* … and its place in each of them; or NULL */
} Readings;

/* The weights for these words. */
bool model_weights(Arena *arena, const ModelSettings *settings, const char *const *keys, int count,
                   Weights *weights, Error *error);

/* How messages name the source of the vectors: "w.safetensors has". */
const char *model_vectors_have(Arena *arena, const ModelSettings *settings);

/* All the sentences, ready for the model. What lacks a vector is a warning. Of --word one word,
   split from what is given as the sentences are, of "bat:2" the second; and its place in each, with
   a warning where it stands there several times and none was said. */
bool model_read(const Run *run, Readings *readings, Error *error);

/* Attention over the first of them. */
SentenceAttention model_attend(Graph *g, const Readings *readings);

/* ---- one word of a sentence: parts of that (word.c) ---- */

bool word_read(Arena *arena, const char *text, WantedWord *wanted, Error *error);
bool word_find(const Run *run, Readings *readings, Error *error);
