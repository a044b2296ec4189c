/* Layer normalisation with its parts to be looked at, and beside it batch normalisation: the same
 * formula along the other axis.
 *
 * Nodes belong to the graph.
 */
#ifndef MODEL_NORM_H
#define MODEL_NORM_H

#include "graph/parameters.h"

/* Of each row [n,1]. The variance is that of the numbers there are: over n, not n − 1. */
typedef struct Moments {
    Node *mean, *variance;
} Moments;

Moments row_moments(Graph *g, Node *a);

/* What a layer norm learns. */
typedef struct NormParameters {
    Node *gain, *bias; /* γ and β [1,d]; NULL where there is no norm */
} NormParameters;

NormParameters norm_learned(Scope s, int d);

/* γ ⊙ (x − μ)/√(σ² + ε) + β, a mean and a variance for each row      Ba, Kiros and Hinton 2016
   x[n,d]. Where somebody looks, with the moments of what goes in and of what comes out. */
Node *layer_norm_with(Scope s, const NormParameters *p, Node *x);

/* Without gain and bias. */
typedef struct Normalised {
    Moments moments; /* of what goes in */
    Moments after;   /* of what comes out, along the same axis */
    Node *output;    /* [n,d] */
} Normalised;

/* Each token by its own mean and variance, over its features; moments [n,1]. */
Normalised layer_normalised(Graph *g, Node *x);

/* Each feature by its mean and variance over the tokens of the batch, as in training; moments
   [d,1].      Ioffe and Szegedy 2015 */
Normalised batch_normalised(Graph *g, Node *x);

/* The first sentence, alone and in a batch with others. */
typedef struct NormComparison {
    Node *input;                       /* X of the first sentence [n,d] */
    Normalised layer, batch;           /* of it alone */
    Node *layer_joined, *batch_joined; /* its rows, normalised among those of all sentences; … */
    Node *layer_change, *batch_change; /* … and less what they were alone. All NULL when there is no
                                          other sentence. */
} NormComparison;

/* The vectors of each sentence [n,d], `count` of them. */
NormComparison norms_compared(Graph *g, Node *const *sentences, int count);

#endif
