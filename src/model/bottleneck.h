/* Translators with and without attention on sentences of every length: what a vector of fixed
 * length cannot hold.      Cho et al. 2014; Bahdanau et al. 2015, figure 2
 *
 * A sentence counts as right when every word is, and its end. Nodes belong to the graph.
 */
#ifndef MODEL_BOTTLENECK_H
#define MODEL_BOTTLENECK_H

#include "model/model.h"

/* A sentence and what it should become, as numbered words. */
typedef struct TestSentence {
    const int *source, *target; /* the target's last word is its end */
    int source_length, target_length;
} TestSentence;

typedef struct Bottleneck {
    int length_count;
    int *lengths;   /* of sources, ascending: all that there are */
    int *sentences; /* how many there are of each */
} Bottleneck;

/* Translates all, each by the most probable words; at least one sentence. Names

       right          how many sentences of each length a translator gets right, and in the last
                      column how many there are [lengths,translators+1]
       share-of-one   1 over how many there are: what one of them counts [1,lengths]
       accuracy       the share that is right [lengths,translators]                           */
Bottleneck bottleneck(Scope s, const Model *const *translators, const char *const *names, int count,
                      const TestSentence *sentences, int sentence_count);

#endif
