/* What the learned projections do that XXᵀ does not, in numbers: attention without projections,
 * each head, and the mean of the heads, measured side by side.
 *
 * Scores are measured as they are before the mask, which would make any matrix asymmetric; weights
 * as they are behind it. Everything is a node of the graph, which owns it.
 */
#ifndef MODEL_PROJECTION_MEASURES_H
#define MODEL_PROJECTION_MEASURES_H

#include "model/self_attention.h"

typedef struct ProjectionMeasures {
    Node *symmetry;  /* of the scores: XXᵀ, each head [1+H,1] */
    Node *diagonal;  /* a word's mean weight for itself: XXᵀ, each head, mean [1+H+1,1] */
    Node *entropy;   /* of each row of weights, in bits: XXᵀ, each head, mean [n,1+H+1] */
    Node *raw_most;  /* each row's largest weight without projections [n,1] */
    Node *mean_most; /* and in the mean of the heads [n,1] */
    const int *raw_looks_at, *mean_looks_at; /* whose these are; −1 in a wholly masked row */
    Node *distances; /* total variation between the weights: XXᵀ, each head [1+H,1+H] */
} ProjectionMeasures;

ProjectionMeasures projection_measures(Graph *g, const SelfAttention *model);

#endif
