/* What the programs of tests/bench have alike: random numbers and words, and rounds that are timed.
 */
#pragma once

#include "model/model.h"

/* Of a clock that no one sets; only differences mean something. */
double seconds(void);

/* Normal numbers with a deviation. */
Tensor drawn_tensor(Arena *arena, Random *random, int rows, int cols, double deviation);

/* Pairs of sentences of these lengths, each of their words one of so many. */
SentencePairs drawn_pairs(Arena *arena, Random *random, int words, int sentences, int source_length,
                          int target_length);

/* One round of a job: a graph in the arena. */
typedef Graph *Round(Arena *arena, const void *job);

/* Does rounds, after some to warm up, and prints the seconds of each: "round 0.001234567". The last
   one's graph is in the arena. */
const Graph *print_rounds(Arena *arena, Round *round, const void *job, int warm_up, int rounds);

/* Of the forward pass. */
double graph_multiply_adds(const Graph *g);
