/* What a model has learned, or would have: word vectors and projections.
 *
 * X = the words' rows of `embeddings`; Q = X·W_Q, K = X·W_K, V = X·W_V, where head h owns the
 * columns h·dₖ … (h+1)·dₖ − 1; W_O maps the heads' outputs, side by side, back to D features.
 * Everything lives in the arena.
 */
#pragma once

#include "graph/ops.h"

typedef struct Weights {
    Tensor embeddings;      /* [vocabulary, D] */
    Lexicon vocabulary;     /* the words' keys (load/tokens.h), by their rows */
    Parameters *parameters; /* W_Q, W_K, W_V and W_O [D, D], among others perhaps; of those that
                               were given by hand any shape that fits */
    int heads;              /* 0: any number that divides D */
    const char *origin;     /* "random, not learned", "from w.safetensors" */
    const char *recipe;     /* how they were learned, or NULL */
    const char *perplexity; /* on text held out of the training, or NULL */
} Weights;

/* The four projections, without values. */
Parameters *projections_declared(Arena *arena, int d);

/* Weights drawn from a seed for the words of a text: a row for each distinct key, in the order
   of appearance. Embeddings are N(0, 1) and projections N(0, 1/D), so that a scaled score has
   variance 1. Each word and each matrix has a stream of its own under the seed: a word has the
   same vector in every sentence. Of no words they are projections for vectors made elsewhere. */
Weights weights_random(Arena *arena, const char *const *keys, int count, int d_model,
                       uint64_t seed);

/* The vectors of a text's words. */
typedef struct WordVectors {
    Tensor table;             /* [count, D]: row i is the vector of word i where it first appears */
    const int *rows;          /* for each word the row of the table: equal words, equal rows */
    const char *const *forms; /* the form by which each was found (model/word_form.h): its key, or
                                 another that the vocabulary has; NULL for an unknown word */
} WordVectors;

/* Looks every key up. A word the vocabulary lacks in every form takes the vector of "<unk>" if
   there is one, else zeros. */
WordVectors word_vectors(Arena *arena, const Weights *weights, const char *const *keys, int count);
