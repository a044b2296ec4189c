/* Translators with and without attention on sentences of every length: what a vector of fixed
 * length holds.      Cho et al. 2014; Bahdanau et al. 2015, figure 2
 *
 * A sentence counts as right when every word is, and its end. Several translators that differ only
 * in their seed are one sort, and what they make of a length is a band. Nodes belong to the graph.
 */
#pragma once

#include "model/learning.h"

/* How many sentences each translator gets right. */
typedef struct Bottleneck {
    int sorts, seeds;
    const char *const *names; /* of the sorts */
    int longest;              /* words of the longest sentence that all learned from; 0: unknown */
    int length_count;
    int *lengths;   /* of sources, ascending: all that there are */
    int *sentences; /* how many there are of each, at least one */
    Tensor *right;  /* one a seed: of each length those that each sort gets right, and in the last
                       column how many there are [lengths,sorts+1] */
} Bottleneck;

/* Names

       seed-k/right   the counts
       right          the same of all seeds, added up
       share-of-one   1 over how many there are: what one of them counts [1,lengths]
       accuracy       the share that is right, with its band (model/learning.h) [lengths,sorts]
       seed-k/share-of-one   seed-k/accuracy                         the same of one seed
       in-range       if some were short enough to be learned from: each length's part of those
                      sentences, and below, if there are any, of the longer ones [1 or 2,lengths]
       ranges         the share that is right there, with its band [1 or 2,sorts]            */
void bottleneck(Scope s, const Bottleneck *counted);
