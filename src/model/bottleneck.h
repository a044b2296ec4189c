/* Translators with and without attention on sentences of every length: what a vector of fixed
 * length holds.      Cho et al. 2014; Bahdanau et al. 2015, figure 2
 *
 * A sentence counts as right when every word is, and its end. Several translators that differ only
 * in their seed are one sort, and what they make of a length is a band. Nodes belong to the graph.
 */
#pragma once

#include "model/learning.h"
#include "model/model.h"

/* Who translates. */
typedef struct Translators {
    int sorts, seeds;
    const char *const *names;    /* of the sorts */
    const Model *const *members; /* seed k of sort i at i·seeds + k; all of translator_family */
    int longest; /* words of the longest sentence that all learned from; 0: unknown */
} Translators;

typedef struct Bottleneck {
    int length_count;
    int *lengths;       /* of sources, ascending: all that there are */
    int *sentences;     /* how many there are of each */
    int longest, seeds; /* as above */
} Bottleneck;

/* Translates all, each alone, by the most probable words; at least one sentence. Names

       seed-k/right   how many sentences of each length a translator gets right, and in the last
                      column how many there are [lengths,sorts+1]
       right          the same of all seeds, added up
       share-of-one   1 over how many there are: what one of them counts [1,lengths]
       accuracy       the share that is right, with its band (model/learning.h) [lengths,sorts]
       seed-k/share-of-one   seed-k/accuracy                         the same of one seed
       in-range       if some were short enough to be learned from: each length's part of those
                      sentences, and below, if there are any, of the longer ones [1 or 2,lengths]
       ranges         the share that is right there, with its band [1 or 2,sorts]            */
Bottleneck bottleneck(Scope s, const Translators *translators, const SentencePairs *sentences,
                      int count);
