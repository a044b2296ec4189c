/* What a layer takes: multiply-adds, products that wait for each other, layers from one end of a
 * sentence to the other. Each is found twice: counted in the layer's own graph, which is of shapes
 * and so is counted faster than computed, and by a formula, which needs no graph. The tests hold
 * one to the other; so does `attnviz cost` where it shows both.
 */
#ifndef MODEL_LAYER_COUNT_H
#define MODEL_LAYER_COUNT_H

#include "model/layer_kinds.h"

/* Longer sentences are left to the formulas: their graphs would not fit, or reaching their end
   would take too long. */
enum { COUNTED_MOST = 10000, REACHED_MOST = 1000 };

/* So many operations of one name and one shape: each is rows × cols cells of `each` multiply-adds.
 */
typedef struct OperationCount {
    const char *name; /* "matmul" */
    double times, rows, cols, each;
} OperationCount;

typedef struct LayerCount {
    int count; /* of kinds of operations, in the order in which they first come */
    OperationCount *operations;
    double multiply_adds;
    int sequential; /* the longest chain of matrix products, each of which waits for the one before
                     */
} LayerCount;

/* In the layer's graph; the result lives in the arena. */
LayerCount layer_count(Arena *arena, LayerKind kind, const LayerSizes *s);

/* After how many layers the last word depends on the first, seen by what the layers compute. */
int layer_reach(LayerKind kind, const LayerSizes *s);

/* ---- formulas ---- */

/* 2 · n²d */
typedef struct CostTerm {
    double coefficient;
    const char *name; /* "n²d" */
    int n, d, k, r;   /* the powers */
} CostTerm;

enum { COST_TERMS_MOST = 3 };

/* The terms of a layer's multiply-adds, of which there are *count. */
const CostTerm *layer_terms(LayerKind kind, int *count);

/* The terms as they are written: "2n²d + 4n²". */
const char *layer_formula(Arena *arena, LayerKind kind);

/* n²d, without its coefficient. */
double term_value(const CostTerm *term, const LayerSizes *s);

/* The terms times their coefficients, added up. */
double layer_multiply_adds(LayerKind kind, const LayerSizes *s);

/* Products in a row: n in a recurrent layer, 2n in a GRU, in all others as many for any n. */
double layer_sequential(LayerKind kind, const LayerSizes *s);

/* Layers until the last word depends on the first: ⌈(n − 1)/(k − 1)⌉ of convolution, ⌈log_k n⌉ of
   dilated convolution, 1 + ⌈(n − r)/⌊r/2⌋⌉ of restricted attention, 1 of all others; at least 1. */
double layer_reach_formula(LayerKind kind, const LayerSizes *s);

/* The least n at which a layer takes as much as another, or more; 0 for none up to `most`. */
int layers_cross(LayerKind layer, LayerKind other, const LayerSizes *s, int most);

#endif
