/* Sentences and weights from the command line, and what there is to say of them. What attention's
 * commands share: one sentence or several, the same weights for all. */
#ifndef CLI_MODEL_H
#define CLI_MODEL_H

#include "cli/commands.h"
#include "load/words.h"
#include "trace/self_attention.h"

#include <stdint.h>

typedef struct ModelSettings {
    int heads, dim;
    bool heads_given, dim_given;
    const char *mask;
    bool positions;
    ScoreScale scale;
    const char *weights; /* "built-in", "random" or a path */
    bool weights_given;
    const char *embeddings; /* a path, or NULL */
    bool whole_vocabulary;  /* all its vectors are wanted, not only those of the sentences */
    uint64_t seed;
} ModelSettings;

/* So many vectors of a file are read at most, where all are wanted. */
enum { MOST_VECTORS = 2000000 };

/* Only single values: whether heads divide the weights' dimension, say, is seen later. */
bool model_settings_read(Arena *arena, const Arguments *arguments, ModelSettings *settings,
                         Error *error);

/* A sentence, ready for the model. */
typedef struct Reading {
    Words words;
    SelfAttentionSettings settings;
    Subject subject;
} Reading;

/* All sentences of a command. */
typedef struct Readings {
    Weights weights;
    Reading *items;
    int count;
} Readings;

/* Whether numbers are drawn from the seed: of all the weights, or of the projections around
   embeddings of one's own. */
bool model_is_drawn(const ModelSettings *settings);

/* The weights for these words. */
bool model_weights(Arena *arena, const ModelSettings *settings, const char *const *keys, int count,
                   Weights *weights, Error *error);

/* How messages name the source of the vectors: "w.safetensors has". */
const char *model_vectors_have(Arena *arena, const ModelSettings *settings);

/* "-" and NULL are standard input. Adds to the warnings, a line each. */
bool model_read(const Run *run, const ModelSettings *settings, const char *const *sentences,
                int count, Readings *readings, Text *warnings, Error *error);

#endif
