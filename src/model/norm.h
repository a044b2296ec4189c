/* Layer normalisation with its parts to be looked at. Nodes belong to the graph. */
#ifndef MODEL_NORM_H
#define MODEL_NORM_H

#include "graph/node.h"

/* Of each row [n,1]. The variance is that of the numbers there are: over n, not n − 1. */
typedef struct Moments {
    Node *mean, *variance;
} Moments;

Moments row_moments(Graph *g, Node *a);

typedef struct LayerNorm {
    Node *input;
    Moments moments; /* of the input's rows; row_moments(output) are those after */
    Node *standard;  /* (x − μ)/√(σ² + 10⁻⁵): mean 0, variance 1 */
    Node *scaled;    /* γ ⊙ standard */
    Node *output;    /* γ ⊙ standard + β [n,d] */
} LayerNorm;

/* γ ⊙ (x − μ)/√(σ² + ε) + β, a mean and a variance for each row      Ba, Kiros and Hinton 2016
   x[n,d], gain γ and bias β [1,d] */
LayerNorm layer_norm_with(Graph *g, Node *x, Node *gain, Node *bias);

#endif
