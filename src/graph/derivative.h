/* Gradients as nodes: a backward pass composed of operations, so that every number of it can be
 * named, explained and counted as any other. (Training goes back in numbers alone: graph_backward.)
 *
 * An operation that is gone through knows its part of the chain rule, `derive`; of one that only
 * moves numbers it follows from where they came from. */
#pragma once

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

/* 1 on the diagonal of [n,n], 0 elsewhere: the dy of every cell of a row. */
Node *identity(Graph *g, int n);

/* What comes back to a matrix from one place where it is used. */
typedef struct Part {
    Node *dy;          /* never NULL */
    const Node *mover; /* what only moved the matrix there: dy is its result's, and goes back to
                          where the numbers came from. NULL: dy is the matrix's own */
    int input;         /* which of the mover's the matrix is; else 0 */
    const struct Part *next;
} Part;

/* The sum of what comes back to x, each where it belongs. */
Node *sum(Graph *g, const Node *x, const Part *parts);

/* ---- for the operations' own files ---- */

/* dy ⊙ factor, cell by cell; a factor of one row goes with every row of dy. */
Node *chained(Graph *g, Node *dy, Node *factor);

/* What a product derives: C = AB:  ∂A = ∂C Bᵀ, ∂B = Aᵀ ∂C;  C = ABᵀ:  ∂A = ∂C B, ∂B = ∂Cᵀ A */
Node *derive_product(Graph *g, Node *node, int input, Node *dy);
Node *derive_product_transposed(Graph *g, Node *node, int input, Node *dy);

/* A matrix of one number. */
Node *number_node(Graph *g, int rows, int cols, double x);

/* The sum of the rows of a[n,m] → [1,m], as a product with ones. */
Node *column_sums(Graph *g, Node *a);

/* What a diagonal matrix was made from; NULL of another. */
Node *diagonal_of(const Node *node);
