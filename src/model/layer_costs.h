/* What the layers cost that Vaswani et al. 2017 compare in table 1 (§4): their table for given
 * numbers, and where two layers cost the same. Nodes belong to the graph. */
#pragma once

#include "graph/ops.h"

/* ---- layers (layer_kinds.c) ---- */

/* Those of table 1, and what stands in their place in real networks: each takes n words of d
   features and gives as many back. They are there to be counted, and to see how far a word reaches,
   not to be learned: every weight is 4, every bias 0. In a graph of shapes they have no numbers at
   all. */
typedef enum LayerKind {
    LAYER_SELF_ATTENTION, /* softmax(XXᵀ/√d) X */
    LAYER_RECURRENT,      /* hₜ = tanh(xₜW + hₜ₋₁U + b) */
    LAYER_CONVOLUTION,    /* relu([xₜ xₜ₋₁ … xₜ₋ₖ₊₁] W + b) */
    LAYER_RESTRICTED, /* softmax(xₜNᵀ/√d) N of the words N that are at most W away from t */
    LAYER_MULTI_HEAD, /* softmax(QKᵀ/√d) V W_O of XW_Q, XW_K, XW_V: one head */
    LAYER_GRU,        /* a state with two gates, Cho et al. 2014: cell_step */
    LAYER_DILATED,    /* a convolution of words kⁱ apart, i being the layer's depth:
                         Kalchbrenner et al. 2016 */
    LAYER_KINDS
} LayerKind;

/* The step that lists what a layer computes: "gru/operations". */
const char *layer_operations_id(Arena *arena, LayerKind kind);

typedef struct LayerSizes {
    int n, d;   /* words, features */
    int kernel; /* k, at least 2: a convolution sees a word and the k − 1 before it */
    int window; /* W, words to either side that restricted attention sees, at least 1 */
} LayerSizes;

/* p = n(2W + 1) − W(W + 1), or n² if all see all: the pairs of words at most W apart. Words near
   the ends of a sentence see fewer than r = 2W + 1. */
double layer_pairs(const LayerSizes *s);

/* x[n,d] → [n,d]; `depth` is how many layers lie under this one. */
Node *layer(Graph *g, LayerKind kind, const LayerSizes *s, int depth, Node *x);

/* ---- counts (layer_count.c) ---- */

/* What a layer takes: multiply-adds, products that wait for each other, layers from one end of a
   sentence to the other. Each is found twice: counted in the layer's own graph, which is of shapes
   and so is counted faster than computed, and by a formula, which needs no graph. The tests hold
   one to the other; so does `attnviz cost` where it shows both. */

/* Longer sentences are left to the formulas: their graphs would not fit, or reaching their end
   would take too long. */
enum { COUNTED_MOST = 10000, REACHED_MOST = 1000 };

/* What is known of the operations of one name and one shape: how many there are, each of rows ×
   columns cells, the multiply-adds of a cell, and all of theirs. */
enum { COUNT_TIMES, COUNT_ROWS, COUNT_COLS, COUNT_EACH, COUNT_ALL, COUNT_COLUMNS };

typedef struct LayerCount {
    int count;          /* of kinds of operations, in the order in which they first come */
    const char **names; /* "matmul" */
    double (*table)[COUNT_COLUMNS]; /* a row a kind */
    double multiply_adds;
    int sequential; /* the longest chain of matrix products, each of which waits for the one before
                     */
} LayerCount;

/* In the layer's graph; the result lives in the arena. */
LayerCount layer_count(Arena *arena, LayerKind kind, const LayerSizes *s);

/* After how many layers the last word depends on the first, seen by what the layers compute. */
double layer_reach(LayerKind kind, const LayerSizes *s);

/* What is known of a layer without its graph. */
typedef struct LayerFacts {
    const char *name;    /* "self-attention", "GRU" */
    const char *formula; /* of its multiply-adds, of n, d, k and p, the pairs: "2n²d + 4n²" */
    int at_once, a_word; /* products that wait for each other, and those of each word */
} LayerFacts;

extern const LayerFacts layer_facts[LAYER_KINDS];

/* A term of a formula: 2 and n²d. */
enum { COST_TERMS = 3 };

typedef struct CostTerm {
    double coefficient, product;
} CostTerm;

/* Those of a layer's multiply-adds for these sizes, in their order: returns how many. */
int layer_terms(LayerKind kind, const LayerSizes *s, CostTerm terms[COST_TERMS]);

/* The terms times their coefficients, added up. */
double layer_multiply_adds(LayerKind kind, const LayerSizes *s);

/* Products in a row: n in a recurrent layer, 2n in a GRU, in all others as many for any n. */
double layer_sequential(LayerKind kind, const LayerSizes *s);

/* Layers until the last word depends on the first: ⌈(n − 1)/(k − 1)⌉ of convolution, ⌈log_k n⌉ of
   dilated convolution, ⌈(n − 1)/W⌉ of restricted attention, 1 of all others; at least 1. */
double layer_reach_formula(LayerKind kind, const LayerSizes *s);

/* The least n at which a layer takes as much as the next kind, or more; 0 for none up to `most`. */
int layers_cross(LayerKind layer, const LayerSizes *s, int most);

/* ---- the table ---- */

/* What is counted becomes nodes: a layer's multiply-adds are a sum over its operations, so that
   each can be explained; beyond COUNTED_MOST words they are the formula's terms added up. Rows or
   columns of layers come in the order of LayerKind. */

/* A dilated convolution takes what any takes; only where it reaches differs. */
enum { TABLE_1_KINDS = LAYER_MULTI_HEAD, COSTED_KINDS = LAYER_DILATED };

typedef struct LayerCosts {
    const int *lengths; /* those asked for, ascending */
    int length_count;
    LayerSizes sizes; /* but for n */
    /* The first lengths, up to COUNTED_MOST, at which two layers cost the same; with up to 9,992
       features there are such. */
    int attention; /* self-attention and recurrence, as in table 1 */
    int gated;     /* with its projections, and a GRU */
    int curve_count;
    int *curve_lengths; /* 1, 2 or 5 times a power of ten, those asked for, crossings, and W + 1 */
} LayerCosts;

/* Names, in a graph that has names,
 *
 *     multiply-adds   growth   growth/real   difference   crossing   crossing/real
 *     sequential   layers   path
 *     self-attention/operations   …
 *
 * Operations are those at the longest length that was counted.
 */
LayerCosts layer_costs(Scope s, const int *lengths, int count, LayerSizes sizes);
