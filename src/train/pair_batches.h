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

/* Pairs of one source length and one target length. */
typedef struct PairGroup {
    int source_length, target_length;
    int count;
    const Pair *pairs;
} PairGroup;

/* One or more groups, by their lengths. */
typedef struct PairBatch {
    int group_count;
    const PairGroup *groups;
} PairBatch;

typedef struct PairBatches PairBatches;

/* Batches of `size` pairs; source and arena outlive them. */
PairBatches *pair_batches_new(Arena *arena, const PairSource *source, uint64_t seed, int size);

/* The batch of a step, from 0: the same for the same source, seed, size and step, whatever was
   asked for before. Valid until the next call. Steps in their order are fast: a round is drawn
   once. */
PairBatch pair_batch(PairBatches *batches, int step);

#endif
