/* Matrix products: the one place where speed is the design.
 *
 * Every element of a result is one chain of fused multiply-adds in the order of the inner index,
 * whatever the vector width, the blocking or the number of threads, so every machine computes the
 * same bits (see matmul.c).
 */
#ifndef TENSOR_MATMUL_H
#define TENSOR_MATMUL_H

#include "tensor/tensor.h"

/* An operand, as it is or transposed. */
typedef struct Operand {
    Tensor tensor;
    bool transposed;
} Operand;

static inline Operand plain(Tensor t)
{
    return (Operand){t, false};
}

static inline Operand transposed(Tensor t)
{
    return (Operand){t, true};
}

typedef enum { OVERWRITE, ACCUMULATE } MatmulMode;

/* c[n,m] = a[n,k] · b[k,m], or c += a·b. The shapes are those after transposition; c overlaps
   neither operand. */
void matmul_into(Tensor c, Operand a, Operand b, MatmulMode mode);

/* The same by three plain loops: the lesson, and what the tests hold the fast one against. */
void matmul_reference(Tensor c, Operand a, Operand b, MatmulMode mode);

#endif
