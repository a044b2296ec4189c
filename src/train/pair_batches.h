/* Pairs to learn from, in batches whose sentences are mostly of equal lengths: those lie side by
 * side as the rows of one matrix, and need no padding.
 *
 * A round of BATCHES_A_ROUND batches is drawn at once and sorted by the lengths of source and
 * target; batches are cut from that, and taken in a random order. Every pair that is drawn is in
 * exactly one batch, so over a round lengths and sentences are as frequent as the source has them.
 * Within a step they are not: one step sees short sentences, another long ones, as if the steps of
 * a mixed order had been shuffled.
 */
#ifndef TRAIN_PAIR_BATCHES_H
#define TRAIN_PAIR_BATCHES_H

#include "train/pair_source.h"

enum { BATCHES_A_ROUND = 64 };

typedef struct PairBatches {
    const PairSource *source;
    uint64_t seed;
    int size;                   /* of a batch */
    int round;                  /* the one below; −1 at first */
    Pair *pairs;                /* of the round, by their lengths */
    int order[BATCHES_A_ROUND]; /* which batch each step of the round takes */
} PairBatches;

/* Batches of `size` pairs; source and arena outlive them. */
PairBatches pair_batches_new(Arena *arena, const PairSource *source, uint64_t seed, int size);

/* The pairs of a step, from 0, by their lengths: the same for the same source, seed, size and step,
   whatever was asked for before. Valid until the next call. Steps in their order are fast: a round
   is drawn once. */
const Pair *pair_batch(PairBatches *batches, int step);

/* Whether two pairs are of one source length and one target length. */
bool same_lengths(const Pair *a, const Pair *b);

#endif
