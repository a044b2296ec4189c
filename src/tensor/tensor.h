/* Matrices and fast kernels on them. Each part is implemented in the file of its name. */
#pragma once

#include "base/base.h"

/* ==== tensor ====
 *
 * The matrix: rows × cols numbers, row-major.
 *
 * A Tensor is a value and is passed by copy; its data belongs to an arena. Rank 2 is exactly what a
 * table or a heatmap shows. Numbers are float32; a build with REAL=double uses double throughout,
 * so that gradient checks by finite differences are tight.
 */

#ifdef ATTNVIZ_DOUBLE
typedef double real;
typedef uint64_t Bits; /* the bits of a number */
#else
typedef float real;
typedef uint32_t Bits;
#endif

typedef struct Tensor {
    int rows, cols;
    real *data;
} Tensor;

/* All zeros. */
Tensor tensor_new(Arena *arena, int rows, int cols);

/* Uninitialised: for a caller that writes every number. */
Tensor tensor_unset(Arena *arena, int rows, int cols);

/* All equal to `number`. */
Tensor tensor_filled(Arena *arena, int rows, int cols, real number);

/* Samples from N(0, deviation²), row by row. */
Tensor tensor_drawn(Arena *arena, Random *random, int rows, int cols, double deviation);

/* A deep copy in the arena. */
Tensor tensor_copied(Arena *arena, Tensor t);

static inline size_t tensor_size(Tensor t)
{
    return (size_t)t.rows * (size_t)t.cols;
}

static inline real *tensor_row(Tensor t, int row)
{
    return t.data + (size_t)row * (size_t)t.cols;
}

/* Some rows of a matrix, not copied. */
static inline Tensor tensor_rows(Tensor t, int first, int count)
{
    return (Tensor){count, t.cols, tensor_row(t, first)};
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
 * Kernels over one row of numbers. Sums have one fixed order, so results do not depend on the
 * machine's vector width.
 */

/* Compiles a function once for each instruction set named, and without; the right version is chosen
   when the program starts. */
#if defined(__x86_64__) && defined(__linux__) && !defined(__clang__) && !defined(ATTNVIZ_SANITIZE)
#define FOR_PROCESSORS(...) __attribute__((target_clones(__VA_ARGS__, "default")))
#else
#define FOR_PROCESSORS(...)
#endif
#define FOR_EACH_PROCESSOR FOR_PROCESSORS("avx512f", "avx2")

/* Sums are taken in lanes: lane l adds the elements l, l + SUM_LANES, l + 2 SUM_LANES …; then the
   lanes are added pairwise, halving their number each time. (With 16, gcc unrolls the loop over the
   lanes, but does not vectorise it.) */
enum { SUM_LANES = 32 };

/* The largest of n numbers, ignoring NaN; −∞ if n is 0. */
real vector_max(const real *x, int n);
/* The smallest; ∞ if n is 0. */
real vector_min(const real *x, int n);
real vector_sum(const real *x, int n);
real vector_dot(const real *x, const real *y, int n);

/* aᵢ · bⱼ, of equally many columns */
static inline real dot_of_rows(Tensor a, int i, Tensor b, int j)
{
    return vector_dot(tensor_row(a, i), tensor_row(b, j), a.cols);
}

/* Σ (xᵢ − from) and Σ (xᵢ − from)², added up in pieces, so that few digits are lost. */
typedef struct Sums {
    double away, squares;
} Sums;
Sums vector_sums(const real *x, real from, int n);

/* The cosine of two vectors, given their squared lengths; 0 if either is zero. */
real vector_cosine(const real *x, double square_x, const real *y, double square_y, int n);

/* out[i] = exp(x[i] − shift), within 2 units in the last place; exp(−∞) is exactly 0. `out` may be
   `x`. */
void vector_exp(real *out, const real *x, real shift, int n);

/* out[i] = exp(x[i]) / Σⱼ exp(x[j]), with the maximum subtracted from x first; zeros if all are −∞.
   `out` may be `x`. */
void vector_softmax(real *out, const real *x, int n);

/* The gradient through y = softmax(x): dx[i] = y[i] (dy[i] − Σⱼ dy[j] y[j]). `dx` may be `dy`. */
void vector_softmax_back(real *dx, const real *dy, const real *y, int n);

/* Statistics of numbers, some of which are masked: where `mask`, if given, is infinite. */
typedef struct Survey {
    size_t hidden;
    size_t unseen; /* masked, or not finite */
    real size;     /* the largest |x| that is neither; 0 if there is none */
    real size_all; /* the largest finite |x|, masked or not */
    bool negative; /* any x < 0 */
    bool infinite;
} Survey;

/* A survey of n numbers; `mask` may be NULL. */
Survey vector_survey(const real *x, const real *mask, int n);

/* Adds a survey of other numbers; all zeros is one of none. */
void survey_add(Survey *survey, Survey more);

/* The largest |x|, ignoring NaN; 0 if n is 0. */
real vector_size(const real *x, int n);

/* high[i] = max(high[i], x[i]) and low[i] = min(low[i], x[i]), ignoring masked and non-finite x[i];
   `mask` may be NULL. */
void vector_widen(real *high, real *low, const real *x, const real *mask, int n);

/* The argmax of a row: its column, the first of equals. */
int largest_in_row(Tensor t, int row);

/* The indices of the `most` largest of n numbers (or fewer), in decreasing order, ties by index;
   entries where left_out (may be NULL) is true are skipped. Returns how many there are. */
int largest_places(const real *x, int n, const bool *left_out, int most, int *places);

/* out[i] = x[i] / divisor. `out` may be x. */
void vector_divide(real *out, const real *x, real divisor, int n);

/* out[i] = x[i] · factor. `out` may be x. */
void vector_scale(real *out, const real *x, real factor, int n);

/* y[i] += factor · x[i]. */
void vector_add_scaled(real *y, real factor, const real *x, int n);

/* ==== matmul ====
 *
 * Matrix products, the one place where speed drives the design.
 *
 * Every element of a result is one chain of fused multiply-adds in the order of the inner index,
 * whatever the vector width, the blocking or the number of threads, so every machine computes the
 * same bits (see matmul.c).
 */

/* A strided view of a matrix: a whole tensor, a part of it, or its transpose. Does not own its
   data. */
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

/* The rows × cols submatrix whose first cell is (row, col). */
static inline View view_part(View v, int row, int rows, int col, int cols)
{
    real *data = v.data + (size_t)row * v.row_step + (size_t)col * v.col_step;
    return (View){rows, cols, data, v.row_step, v.col_step};
}

typedef enum { OVERWRITE, ACCUMULATE } MatmulMode;

/* c[n,m] = a[n,k] · b[k,m], or c += a·b. c must have col_step 1 and overlap neither factor. */
void matmul_into(View c, View a, View b, MatmulMode mode);

/* out = in, where `in` is column-major (row_step 1), such as a transposed matrix. */
void copy_turned(View out, View in);

/* ==== processor ====
 *
 * The processor's instruction set, detected at run time so that one binary runs everywhere, and
 * work shared among threads. Both change only the speed, never a result.
 */

/* In increasing order. BASELINE is what every machine of the architecture has. */
typedef enum { BASELINE, AVX2, AVX512 } InstructionSet;

/* The best set that this processor has, or a lesser one given by
   ATTNVIZ_KERNEL=baseline|avx2|avx512 when the program starts. */
InstructionSet instruction_set(void);

/* Reads the environment again, for a test that has set ATTNVIZ_KERNEL. No other thread may be
   running. */
void find_instruction_set(void);

enum { MAX_THREADS = 8 };

/* ATTNVIZ_THREADS, else the number of online processors; from 1 to MAX_THREADS. */
int thread_limit(void);

/* How many threads are worth starting for so many multiply-adds: one per 100 µs of work or so. */
int threads_for(double multiply_adds);

/* Does share `part` of a job that is divided into `parts`. */
typedef void Share(const void *job, int part, int parts);

/* Does all shares of the job, at most MAX_THREADS, and returns when all are done. Each runs on its
   own thread, started for this call; the last runs on the caller's, and so does any share whose
   thread cannot be created. If a share fails (base/base.h), this function fails after the
   others are done. Only the caller's thread receives signals. */
void run_shares(Share *share, const void *job, int parts);
