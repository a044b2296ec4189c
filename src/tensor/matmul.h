/* Matrix products: the one place where speed is the design.
 *
 * Every element of a result is one chain of fused multiply-adds in the order of the inner index,
 * whatever the vector width, the blocking or the number of threads, so every machine computes the
 * same bits (see matmul.c).
 */
#ifndef TENSOR_MATMUL_H
#define TENSOR_MATMUL_H

#include "tensor/tensor.h"

/* A matrix whose rows lie `stride` numbers apart: columns of a tensor. */
typedef struct Panel {
    int rows, cols;
    real *data;
    size_t stride;
} Panel;

/* Rows × cols of a tensor from a row and a column on. */
static inline Panel panel_of(Tensor t, int row, int rows, int col, int cols)
{
    return (Panel){rows, cols, tensor_row(t, row) + col, (size_t)t.cols};
}

/* An operand, as it is or transposed. */
typedef struct Operand {
    Panel panel;
    bool transposed;
} Operand;

static inline Operand plain(Tensor t)
{
    return (Operand){{t.rows, t.cols, t.data, (size_t)t.cols}, false};
}

static inline Operand transposed(Tensor t)
{
    return (Operand){{t.rows, t.cols, t.data, (size_t)t.cols}, true};
}

typedef enum { OVERWRITE, ACCUMULATE } MatmulMode;

/* c[n,m] = a[n,k] · b[k,m], or c += a·b. The shapes are those after transposition; c overlaps
   neither operand. */
void matmul_into(Tensor c, Operand a, Operand b, MatmulMode mode);
void matmul_into_panel(Panel c, Operand a, Operand b, MatmulMode mode);

/* out = inᵀ */
void transpose_into(Panel out, Panel in);

/* A product by three plain loops: the lesson, and what the tests hold the fast one against. */
void matmul_reference(Tensor c, Operand a, Operand b, MatmulMode mode);

#endif
