/* Why scores are divided by √dₖ: Vaswani et al. 2017, §3.2.1, footnote 4, measured.
 *
 * Queries and keys of independent numbers of N(0, 1) are drawn for several dₖ, each query with
 * SCORED_KEYS keys of its own. Their dot product has the variance dₖ; the softmax of such scores
 * puts nearly all weight on one key, and then hardly moves with the scores. Nodes belong to the
 * graph.
 */
#ifndef MODEL_SCORE_VARIANCE_H
#define MODEL_SCORE_VARIANCE_H

#include "graph/node.h"

#include <stdint.h>

enum { SCORED_BITS = 4, SCORED_KEYS = 1 << SCORED_BITS };

typedef struct ScoreVarianceSettings {
    const int *dims; /* ascending */
    int dim_count;
    int samples; /* queries */
    uint64_t seed;
} ScoreVarianceSettings;

/* Row i is of dims[i]; column 0 of the scores as they are, column 1 of the scores over √dₖ. */
typedef struct ScoreVariance {
    ScoreVarianceSettings settings;
    Node *variance; /* of all scores */
    Node *entropy;  /* of a query's weights, in bits, on average */
    Node *largest;  /* of a query's weights, on average */
    Node *slope;    /* √Σᵢⱼ (∂wᵢ/∂xⱼ)² of the softmax, on average */
    Node *plain_weights, *scaled_weights; /* of the first query [dims,SCORED_KEYS] */
} ScoreVariance;

/* The dims are not copied. */
ScoreVariance score_variance(Graph *g, ScoreVarianceSettings settings);

#endif
