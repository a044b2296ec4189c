/* Matrix products: the one place where speed is the design.
 *
 * Every element of a result is one chain of fused multiply-adds in the order of the inner index,
 * whatever the vector width, the blocking or the number of threads, so every machine computes the
 * same bits (see matmul.c).
 */
#pragma once

#include "tensor/tensor.h"

/* A matrix as it is read, in memory of its own or of a tensor, or a part of it, or transposed:
   where the next row and the next column are. */
typedef struct View {
    int rows, cols;
    real *data;
    size_t row_step, col_step;
} View;

static inline View plain(Tensor t)
{
    return (View){t.rows, t.cols, t.data, (size_t)t.cols, 1};
}

static inline View turned(View v)
{
    return (View){v.cols, v.rows, v.data, v.col_step, v.row_step};
}

static inline View transposed(Tensor t)
{
    return turned(plain(t));
}

/* Rows × cols from a row and a column on. */
static inline View part_of(View v, int row, int rows, int col, int cols)
{
    real *data = v.data + (size_t)row * v.row_step + (size_t)col * v.col_step;
    return (View){rows, cols, data, v.row_step, v.col_step};
}

typedef enum { OVERWRITE, ACCUMULATE } MatmulMode;

/* c[n,m] = a[n,k] · b[k,m], or c += a·b. The numbers of a row of c lie side by side; c overlaps
   neither factor. */
void matmul_into(View c, View a, View b, MatmulMode mode);

/* out = in, whose rows lie side by side, as in a transposed matrix. */
void copy_turned(View out, View in);
