/* Attention at its smallest: one query asks keys, and is answered with their values. The keys may
 * be the patches of a picture, by their mean colours.
 *
 * Nothing is learned and nothing is projected, except that an additive score has a small layer of
 * its own. The steps:
 *
 *     query   keys   values
 *     geometry               how each dot product comes about; of dot, scaled and cosine scores
 *     W   U   v   projected-query   projected-keys   tanh       of additive scores
 *     scores   scaled   weights   weighted   output             scaled of scaled scores only
 *     taken   hard-output   grid/picture   grid/weights   grid/taken              of a picture
 */
#pragma once

#include "graph/ops.h"

typedef enum RetrievalScore {
    RETRIEVAL_DOT,      /* q·k */
    RETRIEVAL_SCALED,   /* q·k/√d                  Vaswani et al. 2017, eq. 1 */
    RETRIEVAL_COSINE,   /* cos(q, k)               Graves et al. 2014, eq. 6, with β = 1 */
    RETRIEVAL_ADDITIVE, /* vᵀ tanh(qW + kU)        Bahdanau et al. 2015, A.1.2 */
} RetrievalScore;

typedef struct Retrieval {
    RetrievalScore score;
    Node *query;     /* q [1,d] */
    Node *keys;      /* K [m,d_k], d_k = d unless the score is additive */
    Node *values;    /* V [m,d_v]; NULL where each key is its own value */
    Axis key, value; /* what they are called */
    int patch_rows;  /* the keys are patches of a picture: columns of so many, one after the other;
                        else 0 */
} Retrieval;

/* o = a V [1,d_v] with weights a = softmax(s). An additive score takes its layer, of as many units
   as a key has numbers, from the graph's parameters. Over a picture hard attention stands beside
   that, the value of the largest weight. */
Node *retrieve(Scope s, const Retrieval *r);
