/* What the learned projections do that XXᵀ does not, in numbers: attention without projections,
 * each head, and the mean of the heads, measured side by side.
 *
 * Scores are measured as they are before the mask, which would make any matrix asymmetric; weights
 * as they are behind it. */
#ifndef MODEL_PROJECTION_MEASURES_H
#define MODEL_PROJECTION_MEASURES_H

#include "model/sentence_attention.h"

/* The steps, of n words whose attention has H heads:
 *
 *     symmetry    of the scores: XXᵀ, each head [1+H,1]
 *     diagonal    a word's mean weight for itself: XXᵀ, each head, mean [1+H+1,1]
 *     entropy     of each row of weights, in bits: XXᵀ, each head, mean [n,1+H+1]
 *     raw/most    each row's largest weight without projections [n,1], …
 *     mean/most   … and in the mean of the heads, their rows saying whose that is [n,1]
 *     distances   total variation between the weights: XXᵀ, each head [1+H,1+H] */
void measure_projections(Scope s, const SentenceAttention *attention, const char *const *labels);

#endif
