/* What the narrators read off a matrix: where its largest cell is, how alike two rows are. Masked
 * cells (−∞ in `mask`, which may be NULL) do not count. */
#ifndef TRACE_MEASURE_H
#define TRACE_MEASURE_H

#include "graph/node.h"
#include "tensor/vector.h"

typedef struct Place {
    int row, col; /* −1 when no cell qualifies */
} Place;

/* The largest cell off the diagonal of a square matrix that is not masked. */
Place largest_between(Tensor t, const Node *mask);

/* The largest cell above the diagonal, the first of equals; the place on the diagonal that is
   smallest. */
Place largest_above_diagonal(Tensor t);
int smallest_on_diagonal(Tensor t);

/* Where |tᵢⱼ − tⱼᵢ| is largest, neither masked, and tᵢⱼ the larger. */
Place least_symmetric(Tensor t, const Node *mask);

/* The cell farthest from zero that is not masked. */
Place largest_size(Tensor t, const Node *mask);

/* How far apart the cells of one diagonal are at most, of a square matrix. */
double widest_along_diagonals(Tensor t);

/* How many cells of a mask are −∞, and how many of its rows are −∞ throughout. */
int masked_cells(const Node *mask);
int masked_rows(const Node *mask);

double mean_diagonal(Tensor t);              /* Σᵢ tᵢᵢ/n */
double standard_deviation(Tensor t);         /* of all cells: √(Σ(tᵢⱼ − mean)²/count) */
double row_dot(Tensor t, int a, int b);      /* t_a·t_b */
double row_length(Tensor t, int row);        /* |t_row| */
double row_distance(Tensor t, int a, int b); /* |t_a − t_b| */
double row_cosine(Tensor t, int a, int b);   /* 0 when either row is zero */

#endif
