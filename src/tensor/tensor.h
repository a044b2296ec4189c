/* Matrices and what is done with them fast. Each part has its source in the file of its name.
 */
#pragma once

#include "base/base.h"

/* ==== tensor ====
 *
 * The matrix: rows × cols numbers, row after row.
 *
 * A tensor is a value and is passed by copy; its numbers belong to an arena. Rank 2 is exactly
 * what a table or a heatmap shows. Numbers are float32; a build with REAL=double uses double
 * throughout, so that gradient checks by finite differences are tight.
 */

#ifdef ATTNVIZ_DOUBLE
typedef double real;
#else
typedef float real;
#endif

typedef struct Tensor {
    int rows, cols;
    real *data;
} Tensor;

/* All zeros. */
Tensor tensor_new(Arena *arena, int rows, int cols);

/* For who writes every number. */
Tensor tensor_unset(Arena *arena, int rows, int cols);

/* The same number everywhere. */
Tensor tensor_filled(Arena *arena, int rows, int cols, real number);

/* Drawn one after the other from N(0, deviation²). */
Tensor tensor_drawn(Arena *arena, Random *random, int rows, int cols, double deviation);

/* The same numbers, in the arena. */
Tensor tensor_copied(Arena *arena, Tensor t);

/* Whether there are only whole numbers of at most six digits, and ±∞. */
bool tensor_is_whole(Tensor t);

static inline size_t tensor_size(Tensor t)
{
    return (size_t)t.rows * (size_t)t.cols;
}

static inline real *tensor_row(Tensor t, int row)
{
    return t.data + (size_t)row * (size_t)t.cols;
}

static inline real at(Tensor t, int row, int col)
{
    return tensor_row(t, row)[col];
}

static inline bool same_shape(Tensor a, Tensor b)
{
    return a.rows == b.rows && a.cols == b.cols;
}

/* ==== vector ====
 *
 * Kernels over one row of numbers. Sums run in one fixed order, so results do not depend on the
 * machine's vector width.
 */

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

/* The largest |x|, 0 for none; a NaN is passed over. */
real vector_size(const real *x, int n);

/* high[i] = the larger of it and x[i], low[i] the smaller; `mask` may be NULL. Neither what it
   hides nor what is not finite is seen. */
void vector_widen(real *high, real *low, const real *x, const real *mask, int n);

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

/* ==== matmul ====
 *
 * Matrix products: the one place where speed is the design.
 *
 * Every element of a result is one chain of fused multiply-adds in the order of the inner index,
 * whatever the vector width, the blocking or the number of threads, so every machine computes the
 * same bits (see matmul.c).
 */

/* A matrix as it is read, in memory of its own or of a tensor, or a part of it, or transposed:
   where the next row and the next column are. */
typedef struct View {
    int rows, cols;
    real *data;
    size_t row_step, col_step;
} View;

static inline View view_of(Tensor t)
{
    return (View){t.rows, t.cols, t.data, (size_t)t.cols, 1};
}

static inline View view_turned(View v)
{
    return (View){v.cols, v.rows, v.data, v.col_step, v.row_step};
}

static inline View view_transposed(Tensor t)
{
    return view_turned(view_of(t));
}

/* Rows × cols from a row and a column on. */
static inline View view_part(View v, int row, int rows, int col, int cols)
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

/* ==== processor ====
 *
 * What the processor can do, found out at run time, and work shared among threads: one binary runs
 * everywhere. Neither changes a result, only how fast it is there.
 */

/* From the least to the most. BASELINE is what every machine of the architecture has. */
typedef enum { BASELINE, AVX2, AVX512 } InstructionSet;

/* The best set this processor has, or a lesser one that ATTNVIZ_KERNEL=baseline|avx2|avx512 asks
   for when the program starts. */
InstructionSet instruction_set(void);

/* Asks the environment again: for a test that has set ATTNVIZ_KERNEL. No thread may be at work. */
void find_instruction_set(void);

enum { MAX_THREADS = 8 };

/* ATTNVIZ_THREADS, else the processors that are online; from 1 to MAX_THREADS. */
int thread_limit(void);

/* How many are worth starting for so many multiply-adds: one for some 100 µs of work. */
int threads_for(double multiply_adds);

/* Share number `part` of a job that is cut into `parts`. */
typedef void Share(const void *job, int part, int parts);

/* Does every share of the job, each on a thread of its own that lives for this call (the last on
   the caller's), and returns when all are done; at most MAX_THREADS of them. A thread that cannot
   be had is no failure: the caller does its share. A share that escapes (base/base.h) does so
   from here, when the others are done. Signals are for the caller's thread. */
void run_shares(Share *share, const void *job, int parts);
