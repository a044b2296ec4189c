/* Table 1 of Vaswani et al. 2017 for given numbers, and where its layers cost the same.
 *
 * What model/layer_count.h finds becomes nodes: a layer's multiply-adds are a sum over its
 * operations, so that each can be explained; beyond COUNTED_MOST words they are the formula's terms
 * added up. Rows or columns of layers come in the order of LayerKind. Nodes belong to the graph.
 */
#ifndef MODEL_LAYER_COSTS_H
#define MODEL_LAYER_COSTS_H

#include "model/layer_count.h"

/* A dilated convolution takes what any takes; only where it reaches differs. */
enum { TABLE_1_KINDS = LAYER_MULTI_HEAD, COSTED_KINDS = LAYER_DILATED };

/* `n` of the sizes is of no account. */
typedef struct LayerCostsSettings {
    const int *lengths; /* ascending */
    int length_count;
    LayerSizes sizes;
} LayerCostsSettings;

/* Numbers of multiply-adds, and what they are to the last digit, row after row: a node's numbers
   have but seven digits. */
typedef struct Counts {
    Node *node;
    const double *exact;
} Counts;

/* The operations of one layer. */
typedef struct LayerOperations {
    LayerCount found;
    Node *each;   /* the multiply-adds of one: rows · columns · those of a cell [operations,1] */
    Counts table; /* how many there are, rows, columns, those of a cell, and the product of all four
                    [operations,5] */
    Node *sum;    /* [1,1] */
} LayerOperations;

/* Where one layer comes to cost as much as another. */
typedef struct Crossing {
    LayerKind layer, other;
    int n;         /* the first length at which it does; 0 for none */
    Counts counts; /* of both, one word before and there [2,2], or no node */
} Crossing;

typedef struct LayerCosts {
    LayerCostsSettings settings;
    int counted; /* so many of the lengths are counted in graphs; the others have formulas alone */
    int reached; /* so many are those where a word was followed to the end */

    Counts multiply_adds; /* [COSTED_KINDS,lengths] */
    Node *difference;     /* counted less formula [COSTED_KINDS,lengths] … */
    Node *uncounted;      /* … which is −∞ here where there is no count */
    Node *sequential; /* products in a row, each waiting for the one before [LAYER_KINDS,lengths] */
    Node *layers;     /* until the last word depends on the first */
    Node *path;       /* their product: how many products lie between the two */

    int curve_count;
    int *curve_lengths; /* 1, 2 or 5 times a power of ten, those asked for, crossings, and r */
    Counts table_1;     /* multiply-adds of its kinds [curve_count,TABLE_1_KINDS] … */
    Counts beside;      /* … and of the others [curve_count,COSTED_KINDS − TABLE_1_KINDS] */

    LayerOperations *operations; /* of each of COSTED_KINDS, at the longest length counted; or NULL
                                    when there is none */
    Crossing attention;          /* self-attention and recurrence, as in table 1 */
    Crossing gated;              /* with its projections, and a GRU */
} LayerCosts;

/* The lengths are not copied. */
LayerCosts layer_costs(Graph *g, LayerCostsSettings settings);

#endif
