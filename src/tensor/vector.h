/* Kernels over one row of numbers. Sums run in one fixed order, so results do not depend on the
 * machine's vector width. */
#ifndef TENSOR_VECTOR_H
#define TENSOR_VECTOR_H

#include "tensor/tensor.h"

/* The largest of n numbers; −∞ for none. A NaN is passed over. */
real vector_max(const real *x, int n);
real vector_sum(const real *x, int n);
real vector_dot(const real *x, const real *y, int n);

/* out[i] = exp(x[i] − shift), within 2 units in the last place; exp(−∞) is exactly 0. `out` may be
   `x`. */
void vector_exp(real *out, const real *x, real shift, int n);

/* out[i] = exp(x[i]) / Σⱼ exp(x[j]), the largest taken out of both; zeros where all are −∞. `out`
   may be `x`. */
void vector_softmax(real *out, const real *x, int n);

/* What dy adds to dx[i] where y = softmax(x): y[i] (dy[i] − Σⱼ dy[j] y[j]). `dx` may be `dy`. */
void vector_softmax_back(real *dx, const real *dy, const real *y, int n);

/* The column of the largest number of a matrix's row, the first of equals. */
int largest_in_row(Tensor t, int row);

/* The places of the `most` largest of n numbers at most, the largest first and the first of equals
   first, without those that are left out (NULL for none); returns how many there are. */
int largest_places(const real *x, int n, const bool *left_out, int most, int *places);

/* x[i] /= divisor. */
void vector_divide(real *x, real divisor, int n);

/* x[i] *= factor. */
void vector_scale(real *x, real factor, int n);

/* y[i] += factor · x[i]. */
void vector_add_scaled(real *y, real factor, const real *x, int n);

#endif
