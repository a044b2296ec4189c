/* What training learns, as plain numbers. Everything lives in the arena it was made in. */
#ifndef TRAIN_LEARNED_H
#define TRAIN_LEARNED_H

#include "model/context_model.h"

#include <stdint.h>

/* In this order everywhere: in files, in the optimiser, in tests. */
enum {
    LEARNED_EMBEDDINGS, /* E [words,d]: unit vectors at the start */
    LEARNED_BIAS,       /* b [words,1] */
    LEARNED_GAIN,       /* g [1,1] */
    LEARNED_W_Q,        /* [d,d] each */
    LEARNED_W_K,
    LEARNED_W_V,
    LEARNED_W_O,
    LEARNED_COUNT
};

typedef struct Learned {
    int heads;
    Tensor tensors[LEARNED_COUNT];
} Learned;

/* The start: static vectors, no bias, gain 2, W_Q, W_K and W_V from N(0, 1/d), W_O from
   N(0, 0.09/d), so that at first a word's vector changes little. The vectors are copied. */
Learned learned_new(Arena *arena, Tensor vectors, int heads, uint64_t seed);

/* As nodes of a graph, with gradients from tensor `first_learned` on; `positions` is PE, which is
   the same in every graph. Nothing is copied. */
ContextModel learned_model(Graph *g, const Learned *learned, Tensor positions, int first_learned);

#endif
