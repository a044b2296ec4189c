/* Why scores are divided by √dₖ: Vaswani et al. 2017, §3.2.1, footnote 4, measured.
 *
 * Queries and keys of independent numbers of N(0, 1) are drawn for several dₖ, each query with
 * SCORED_KEYS keys of its own. Their dot product has the variance dₖ; the softmax of such scores
 * puts nearly all weight on one key, and then hardly moves with the scores. The steps, in row i of
 * dims[i]; in the first four column 0 is of the scores as they are, column 1 of those over √dₖ:
 *
 *     variance         of all scores
 *     entropy          of a query's weights, in bits, on average
 *     largest          of a query's weights, on average
 *     slope            √Σᵢⱼ (∂wᵢ/∂xⱼ)² of the softmax, on average
 *     plain/weights   scaled/weights      of the first query [dims,SCORED_KEYS]
 */
#pragma once

#include "graph/ops.h"

enum { SCORED_BITS = 4, SCORED_KEYS = 1 << SCORED_BITS };

typedef struct ScoreVarianceSettings {
    const int *dims; /* ascending */
    int dim_count;
    int samples; /* queries */
    uint64_t seed;
} ScoreVarianceSettings;

void score_variance(Scope s, ScoreVarianceSettings settings);
