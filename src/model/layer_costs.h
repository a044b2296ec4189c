/* Table 1 of Vaswani et al. 2017 for given numbers, and where its layers cost the same.
 *
 * What model/layer_count.h finds becomes nodes: a layer's multiply-adds are a sum over its
 * operations, so that each can be explained; beyond COUNTED_MOST words they are the formula's terms
 * added up. Rows or columns of layers come in the order of LayerKind. Nodes belong to the graph.
 */
#ifndef MODEL_LAYER_COSTS_H
#define MODEL_LAYER_COSTS_H

#include "graph/names.h"
#include "model/layer_count.h"

/* A dilated convolution takes what any takes; only where it reaches differs. */
enum { TABLE_1_KINDS = LAYER_MULTI_HEAD, COSTED_KINDS = LAYER_DILATED };

/* `n` of the sizes is of no account. */
typedef struct LayerCostsSettings {
    const int *lengths; /* ascending */
    int length_count;
    LayerSizes sizes;
} LayerCostsSettings;

/* Where one layer comes to cost as much as another. */
typedef struct Crossing {
    LayerKind layer, other;
    int n; /* the first length at which it does: with up to COUNTED_MOST features there is one */
} Crossing;

typedef struct LayerCosts {
    LayerCostsSettings settings;
    Crossing attention; /* self-attention and recurrence, as in table 1 */
    Crossing gated;     /* with its projections, and a GRU */
    int curve_count;
    int *curve_lengths; /* 1, 2 or 5 times a power of ten, those asked for, crossings, and r */
} LayerCosts;

/* Names, in a graph that has names,
 *
 *     multiply-adds   growth   growth/real   difference   crossing   crossing/real
 *     sequential   layers   path
 *     self-attention/operations   …
 *
 * Operations are those at the longest length that was counted.
 */
LayerCosts layer_costs(Scope s, LayerCostsSettings settings);

#endif
