/* Kernels over one row of numbers. Sums run in one fixed order, so results do not depend on the
 * machine's vector width. */
#pragma once

#include "tensor/tensor.h"

#include <stdint.h>

/* A function once for each kind of processor; the right one is chosen when the program starts. */
#if defined(__x86_64__) && defined(__linux__) && !defined(__clang__) && !defined(ATTNVIZ_SANITIZE)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

/* A number's bits. */
#ifdef ATTNVIZ_DOUBLE
typedef uint64_t Bits;
#else
typedef uint32_t Bits;
#endif

/* The largest of n numbers; −∞ for none. A NaN is passed over. */
real vector_max(const real *x, int n);
/* The smallest; ∞ for none. */
real vector_min(const real *x, int n);
real vector_sum(const real *x, int n);
real vector_dot(const real *x, const real *y, int n);

/* The cosine of two vectors whose squared lengths are given; 0 where one is a vector of zeros. */
real vector_cosine(const real *x, double square_x, const real *y, double square_y, int n);

/* out[i] = exp(x[i] − shift), within 2 units in the last place; exp(−∞) is exactly 0. `out` may be
   `x`. */
void vector_exp(real *out, const real *x, real shift, int n);

/* out[i] = exp(x[i]) / Σⱼ exp(x[j]), the largest taken out of both; zeros where all are −∞. `out`
   may be `x`. */
void vector_softmax(real *out, const real *x, int n);

/* What dy adds to dx[i] where y = softmax(x): y[i] (dy[i] − Σⱼ dy[j] y[j]). `dx` may be `dy`. */
void vector_softmax_back(real *dx, const real *dy, const real *y, int n);

/* What there is among numbers, some of which are hidden: where the mask, if any, is infinite. */
typedef struct Survey {
    size_t hidden;
    size_t unseen; /* hidden, or not finite */
    real size;     /* the largest |x| that is seen; 0 for none, … */
    real size_all; /* … and that is finite, hidden or not */
    bool negative; /* any x < 0 */
    bool infinite;
} Survey;

/* Adds n numbers to a survey, which begins as zeros. `mask` may be NULL. */
void vector_survey(const real *x, const real *mask, int n, Survey *survey);

/* How many |x| there are from `least` on. */
size_t vector_count_from(const real *x, real least, int n);

/* The largest |x|, 0 for none; a NaN is passed over. */
real vector_size(const real *x, int n);

/* high[i] = the larger of it and x[i] in each of some rows, `stride` apart, low[i] the smaller;
   `mask`, whose rows are, too, may be NULL. Neither what it hides nor what is not finite is seen.
 */
void vector_widen(real *high, real *low, const real *x, const real *mask, int rows, int stride,
                  int n);

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
