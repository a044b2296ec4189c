/* Sentences with a word of two senses, and how often a vector of that word is nearer to the words
 * of the sense that is meant: tests/train/homographs.list. */
#pragma once

#include "train/texts.h"

enum { SENSE_WORDS = 5 };

typedef struct Homograph {
    const char *word;
    const char *senses[2][SENSE_WORDS];
    int meant; /* 0 or 1 */
    const char *sentence;
} Homograph;

/* The file's sentences. */
Homograph *homographs_read(Arena *arena, const char *path, int *count);

/* How many of the sentences were understood by … */
typedef struct HomographScores {
    int fixed; /* the word's static vector */
    int bag;   /* the sum of the static vectors of the words that it may see, content words only */
    int context; /* the word's vector after attention, positions taken out */
} HomographScores;

/* The vocabulary's words are rows of the embeddings. */
HomographScores homographs_score(const Homograph *homographs, int count, const Lexicon *vocabulary,
                                 const Model *model, Sight sight);

/* A sentence of these rows of the vocabulary through the model, in whose attention one can look. */
ContextVectors words_in_context(Graph *g, const Model *model, const int *rows, int n, bool causal);

double cosine_of(const real *a, const real *b, int n);
