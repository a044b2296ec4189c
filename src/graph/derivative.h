/* Gradients as nodes: a backward pass composed of operations, so that every number of it can be
 * named, explained and counted as any other. (Training goes back in numbers alone: graph_backward.)
 *
 * An operation that is gone through knows its part of the chain rule, `derive`. */
#ifndef GRAPH_DERIVATIVE_H
#define GRAPH_DERIVATIVE_H

#include "graph/names.h"

/* ∂⟨dy, y⟩/∂xᵢ, of xᵢ's shape, into out[i]; NULL where y does not depend on it. A y of one row may
   have a dy of several, each for itself: a row of out[i] is then that of one row of dy, for an xᵢ
   of one row; all between must have one row, too. `of` is what formulas call ⟨dy, y⟩: "L". All that
   is computed on the way is named, "back/multiply-7", and where its formula would grow long it is
   δ_7 from there on. */
void derivatives(Scope s, Node *y, Node *dy, const char *of, Node *const *x, int count, Node **out);

/* 1 in one cell, 0 elsewhere: the dy of that cell of y. */
Node *cell_seed(Graph *g, const Node *y, int row, int col);

/* ∂y/∂x [n,m] of y[1,n] and x[1,m]. */
Node *jacobian(Scope s, Node *y, Node *x);

/* ---- for the operations' own files: a dy of NULL is the identity ---- */

/* dy ⊙ factor, cell by cell; a factor of one row goes with every row of dy. */
Node *chained(Graph *g, Node *dy, Node *factor);

/* dy matrix, or dy matrixᵀ */
Node *chained_product(Graph *g, Node *dy, Node *matrix, bool turned);

/* dy, the identity [n,n] written out. */
Node *chained_whole(Graph *g, Node *dy, int n);

/* A matrix of one number. */
Node *number_node(Graph *g, int rows, int cols, double x);

/* Which rows of its table a look-up took; NULL of another operation. */
const int *looked_up_rows(const Node *node);

/* What a diagonal matrix was made from; NULL of another. */
Node *diagonal_of(const Node *node);

#endif
