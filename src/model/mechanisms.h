/* Every mechanism of attention over the same states: what a lecture compares, made by running it.
 *
 * H [m,d] are the states of a source sentence, word vectors with their positions. One query looks
 * at them: a row s of the states S of a target sentence, or, where a sentence attends to itself, a
 * row h of H. A layer that a mechanism learns is drawn from a seed; the heads' projections are the
 * weights' own. The steps:
 *
 *     weights   α of every mechanism, one below the other
 *
 * and under the name of each what is made on the way. The graph owns all nodes. */
#pragma once

#include "model/alignment.h"
#include "model/comparison.h"

enum { MECHANISMS = 12 };

typedef struct Mechanism {
    const char *name;  /* "additive" */
    const char *paper; /* where it comes from: "Bahdanau 2015" */
    const char *reach; /* "global", "local", "causal" */
    Node *query, *keys, *values;
    Node *weights, *output; /* [1,m], [1,d] */
    Node *scores;           /* what the softmax is of; of several heads those of the first */
    bool two;               /* query and keys are of two sentences */
    double multiply_adds;   /* from the states to the output */
} Mechanism;

/* Over a source and a target, each with the word that asks. Takes the layers from the graph's
   parameters, and what is drawn from the seed. */
void run_mechanisms(Scope s, const Weights *weights, const ComparedSentence sentences[2],
                    uint64_t seed, Mechanism all[MECHANISMS]);
