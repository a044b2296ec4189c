/* How the product is made fast, from the outside in:
 *
 *   threads  the longer side of the result is cut into one share a thread;
 *   blocks   a block of b stays in the cache while the rows of a pass by;
 *   packing  each block is copied to where its numbers lie in the order in which they are read;
 *   tiles    a small rectangle of the result stays in registers while k runs.
 *
 * Goto and van de Geijn, "Anatomy of High-Performance Matrix Multiplication", 2008.
 *
 * None of it changes a bit. An element of the result is always the chain
 *
 *   fma(a[i,k], b[k,j], … fma(a[i,1], b[1,j], fma(a[i,0], b[0,j], start)))
 *
 * and the cuts only decide where a chain waits: in a register, or between two blocks in c.
 */
#include "tensor/matmul.h"

#include "base/error.h"
#include "tensor/processor.h"
#include "tensor/threads.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tgmath.h>

#if defined(__x86_64__) && !defined(ATTNVIZ_DOUBLE)
#define HAS_VECTOR_TILES
#include <immintrin.h>
#endif

/* a·b + c, rounded once. A processor without the instruction gets it from double arithmetic: the
   product of two floats is exact there, and so is the error of the sum; a sum that is not exact is
   moved to its odd neighbour, and is then on no boundary where rounding to float could go wrong.
   Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums", 2008. */
static inline real fused(real a, real b, real c)
{
#if defined(ATTNVIZ_DOUBLE) || defined(FP_FAST_FMAF)
    return fma(a, b, c);
#else
    double product = (double)a * (double)b, sum = product + (double)c, added = sum - product;
    double error = (product - (sum - added)) + ((double)c - added);
    uint64_t sum_bits, error_bits, inexact = (error < 0) | (error > 0);
    memcpy(&sum_bits, &sum, sizeof sum);
    memcpy(&error_bits, &error, sizeof error);
    uint64_t too_far = inexact & ((sum_bits ^ error_bits) >> 63);
    sum_bits = (sum_bits - too_far) | inexact;
    memcpy(&sum, &sum_bits, sizeof sum);
    return (real)sum;
#endif
}

/* A matrix as it is read: where the next row and the next column are. */
typedef struct View {
    const real *data;
    size_t row_step, col_step;
    int rows, cols;
} View;

static View turned(View v)
{
    return (View){v.data, v.col_step, v.row_step, v.cols, v.rows};
}

static View view(Operand o)
{
    size_t cols = (size_t)o.tensor.cols;
    View v = {o.tensor.data, cols, 1, o.tensor.rows, o.tensor.cols};
    return o.transposed ? turned(v) : v;
}

static void check_shapes(Tensor c, View a, View b)
{
    CHECK(a.cols == b.rows && c.rows == a.rows && c.cols == b.cols,
          "%d × %d by %d × %d into %d × %d", a.rows, a.cols, b.rows, b.cols, c.rows, c.cols);
}

void matmul_reference(Tensor c, Operand left, Operand right, MatmulMode mode)
{
    View a = view(left), b = view(right);
    check_shapes(c, a, b);
    for (int i = 0; i < c.rows; i++)
        for (int j = 0; j < c.cols; j++) {
            real *out = tensor_row(c, i) + j, sum = mode == ACCUMULATE ? *out : 0;
            for (int k = 0; k < a.cols; k++)
                sum = fma(a.data[(size_t)i * a.row_step + (size_t)k * a.col_step],
                          b.data[(size_t)k * b.row_step + (size_t)j * b.col_step], sum);
            *out = sum;
        }
}

/* ---- tiles ---- */

/* Blocks of a: 96 × 256, at home in the second-level cache; of b: 256 × 512, of which the strip
   being used stays in the first. */
enum { BLOCK_ROWS = 96, BLOCK_DEPTH = 256, BLOCK_COLS = 512 };

/* From row to row of a packed block of a. Not a power of two, which would crowd all rows of a tile
   into few places of the cache; a constant, so that the instructions hold the addresses. */
enum { A_STRIDE = BLOCK_DEPTH + 16 };

/* A tile of c, rows `stride` apart: from the tile's rows of packed a, and a strip of packed b (for
   each k the tile's columns). Starts from c when accumulating, else from 0. */
typedef void Tile(real *c, size_t stride, const real *a, const real *b, int depth, MatmulMode mode);

typedef struct Kernel {
    int rows, cols;
    Tile *tile;
} Kernel;

enum { PLAIN_ROWS = 4, PLAIN_COLS = 16, MAX_TILE = 12 * 2 * 16 };

static void tile_plain(real *c, size_t stride, const real *a, const real *b, int depth,
                       MatmulMode mode)
{
    real sum[PLAIN_ROWS][PLAIN_COLS] = {0};
    if (mode == ACCUMULATE)
        for (size_t i = 0; i < PLAIN_ROWS; i++)
            memcpy(sum[i], c + i * stride, sizeof sum[i]);
    for (int k = 0; k < depth; k++, a++, b += PLAIN_COLS)
        for (int i = 0; i < PLAIN_ROWS; i++)
            for (int j = 0; j < PLAIN_COLS; j++)
                sum[i][j] = fused(a[i * A_STRIDE], b[j], sum[i][j]);
    for (size_t i = 0; i < PLAIN_ROWS; i++)
        memcpy(c + i * stride, sum[i], sizeof sum[i]);
}

#ifdef HAS_VECTOR_TILES
/* The same with each row of the tile in VECTORS registers of the processor. The loops over the
   tile have constant bounds, so the compiler unrolls them and `sum` never leaves the registers:
   12 × 2 of the 32 of AVX-512, 6 × 2 of the 16 of AVX2. A macro, because a function for one
   processor cannot be inlined into one for another. */
#define VECTOR_TILE(name, target_set, vector, load, store, broadcast, fuse, ROWS, VECTORS)         \
    __attribute__((target(target_set))) static void name(                                          \
        real *c, size_t stride, const real *a, const real *b, int depth, MatmulMode mode)          \
    {                                                                                              \
        enum { LANES = sizeof(vector) / sizeof(real) };                                            \
        vector sum[ROWS][VECTORS] = {0};                                                           \
        if (mode == ACCUMULATE)                                                                    \
            for (size_t i = 0; i < ROWS; i++)                                                      \
                for (size_t j = 0; j < VECTORS; j++)                                               \
                    sum[i][j] = load(c + i * stride + j * LANES);                                  \
        for (int k = 0; k < depth; k++, a++, b += VECTORS * LANES)                                 \
            for (size_t i = 0; i < ROWS; i++)                                                      \
                for (size_t j = 0; j < VECTORS; j++)                                               \
                    sum[i][j] = fuse(broadcast(a[i * A_STRIDE]), load(b + j * LANES), sum[i][j]);  \
        for (size_t i = 0; i < ROWS; i++)                                                          \
            for (size_t j = 0; j < VECTORS; j++)                                                   \
                store(c + i * stride + j * LANES, sum[i][j]);                                      \
    }

VECTOR_TILE(tile_avx512, "avx512f", __m512, _mm512_loadu_ps, _mm512_storeu_ps, _mm512_set1_ps,
            _mm512_fmadd_ps, 12, 2)
VECTOR_TILE(tile_avx2, "avx2,fma", __m256, _mm256_loadu_ps, _mm256_storeu_ps, _mm256_set1_ps,
            _mm256_fmadd_ps, 6, 2)
#endif

static Kernel best_kernel(void)
{
#ifdef HAS_VECTOR_TILES
    static const Kernel kernels[] = {
        [BASELINE] = {PLAIN_ROWS, PLAIN_COLS, tile_plain},
        [AVX2] = {6, 2 * 8, tile_avx2},
        [AVX512] = {12, 2 * 16, tile_avx512},
    };
    return kernels[instruction_set()];
#else
    return (Kernel){PLAIN_ROWS, PLAIN_COLS, tile_plain};
#endif
}

/* ---- packing ---- */

typedef struct Span {
    int begin, end;
} Span;

/* The piece of `span` that starts at `begin` and is at most `size` long. */
static Span piece(Span span, int begin, int size)
{
    return (Span){begin, span.end - begin < size ? span.end : begin + size};
}

static int length(Span span)
{
    return span.end - span.begin;
}

static int round_up(int x, int unit)
{
    return (x + unit - 1) / unit * unit;
}

static int smaller(int x, int y)
{
    return x < y ? x : y;
}

/* Where the rows of v lie side by side: eight at a time are turned over. */
static void copy_turned(real *out, size_t stride, View v, Span rows, Span cols)
{
    for (int i = rows.begin; i < rows.end; i += 8, out += 8 * stride) {
        size_t count = (size_t)length(piece(rows, i, 8)), wide = (size_t)length(cols);
        const real *in = v.data + (size_t)cols.begin * v.col_step + i;
        for (size_t j = 0; j < wide; j++)
            for (size_t r = 0; r < count; r++)
                out[r * stride + j] = in[j * v.col_step + r];
    }
}

/* Rows × cols of v to rows that are `stride` apart. */
static void copy_part(real *out, size_t stride, View v, Span rows, Span cols)
{
    if (v.col_step != 1) {
        copy_turned(out, stride, v, rows, cols);
        return;
    }
    const real *in = v.data + cols.begin;
    for (int i = rows.begin; i < rows.end; i++, out += stride)
        memcpy(out, in + (size_t)i * v.row_step, (size_t)length(cols) * sizeof *out);
}

/* Rows of a, filled up with rows of zeros to whole tiles. */
static void pack_a(real *out, View a, Span rows, Span inner, int tile_rows)
{
    copy_part(out, A_STRIDE, a, rows, inner);
    for (int i = length(rows); i % tile_rows; i++)
        memset(out + i * A_STRIDE, 0, (size_t)length(inner) * sizeof *out);
}

/* Strips of b as wide as a tile; the last is filled up with zeros. */
static void pack_b(real *out, View b, Span inner, Span cols, int tile_cols)
{
    size_t strip_size = (size_t)length(inner) * (size_t)tile_cols;
    for (int j = cols.begin; j < cols.end; j += tile_cols, out += strip_size) {
        Span strip = piece(cols, j, tile_cols);
        if (length(strip) < tile_cols)
            memset(out, 0, strip_size * sizeof *out);
        copy_part(out, (size_t)tile_cols, b, inner, strip);
    }
}

/* ---- blocks ---- */

typedef struct Product {
    Tensor c;
    View a, b;
    MatmulMode mode;
    Kernel kernel;
} Product;

/* A tile on the rim of c is computed whole beside it; only its rows and columns in c are kept. */
static void tile_on_rim(const Kernel *kernel, real *c, size_t stride, int rows, int cols,
                        const real *a, const real *b, int depth, MatmulMode mode)
{
    real whole[MAX_TILE] = {0};
    size_t bytes = (size_t)cols * sizeof *c, width = (size_t)kernel->cols;
    for (size_t i = 0; mode == ACCUMULATE && i < (size_t)rows; i++)
        memcpy(whole + i * width, c + i * stride, bytes);
    kernel->tile(whole, width, a, b, depth, mode);
    for (size_t i = 0; i < (size_t)rows; i++)
        memcpy(c + i * stride, whole + i * width, bytes);
}

/* Rows × cols of c from a packed block of a and one of b. */
static void multiply_packed(const Product *p, Span rows, Span cols, const real *a, const real *b,
                            int depth, MatmulMode mode)
{
    const Kernel *kernel = &p->kernel;
    size_t stride = (size_t)p->c.cols;
    for (int j = cols.begin; j < cols.end; j += kernel->cols, b += depth * kernel->cols) {
        const real *a_rows = a;
        int tile_cols = length(piece(cols, j, kernel->cols));
        for (int i = rows.begin; i < rows.end;
             i += kernel->rows, a_rows += A_STRIDE * kernel->rows) {
            int tile_rows = length(piece(rows, i, kernel->rows));
            real *c = tensor_row(p->c, i) + j;
            if (tile_rows == kernel->rows && tile_cols == kernel->cols)
                kernel->tile(c, stride, a_rows, b, depth, mode);
            else
                tile_on_rim(kernel, c, stride, tile_rows, tile_cols, a_rows, b, depth, mode);
        }
    }
}

/* Aligned, so that no vector of a strip lies across two cache lines. */
static real *buffer_new(size_t size)
{
    void *buffer;
    if (posix_memalign(&buffer, 64, size * sizeof(real)) != 0) {
        fputs("attnviz: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return buffer;
}

/* Rows × cols of c, by one thread. */
static void multiply(const Product *p, Span rows, Span cols)
{
    Span depth = {0, p->b.rows};
    int deep = smaller(length(depth), BLOCK_DEPTH);
    int high = round_up(smaller(length(rows), BLOCK_ROWS), p->kernel.rows);
    int wide = round_up(smaller(length(cols), BLOCK_COLS), p->kernel.cols);
    size_t a_size = (size_t)high * A_STRIDE, b_size = (size_t)wide * (size_t)deep;
    real *a = buffer_new(a_size + b_size), *b = a + a_size;
    for (int j = cols.begin; j < cols.end; j += BLOCK_COLS)
        for (int k = 0; k < depth.end; k += BLOCK_DEPTH) {
            Span across = piece(cols, j, BLOCK_COLS), inner = piece(depth, k, BLOCK_DEPTH);
            pack_b(b, p->b, inner, across, p->kernel.cols);
            for (int i = rows.begin; i < rows.end; i += BLOCK_ROWS) {
                Span down = piece(rows, i, BLOCK_ROWS);
                pack_a(a, p->a, down, inner, p->kernel.rows);
                multiply_packed(p, down, across, a, b, length(inner), k ? ACCUMULATE : p->mode);
            }
        }
    free(a);
}

/* ---- threads ---- */

/* The share of `part` in 0 … whole − 1, cut at multiples of `unit`. */
static Span share(int whole, int unit, int part, int parts)
{
    int64_t units = (whole + unit - 1) / unit;
    return (Span){smaller((int)(units * part / parts) * unit, whole),
                  smaller((int)(units * (part + 1) / parts) * unit, whole)};
}

static void multiply_share(const void *job, int part, int parts)
{
    const Product *p = job;
    Span rows = {0, p->c.rows}, cols = {0, p->c.cols};
    if (rows.end >= cols.end)
        rows = share(rows.end, p->kernel.rows, part, parts);
    else
        cols = share(cols.end, p->kernel.cols, part, parts);
    multiply(p, rows, cols);
}

/* A thread is worth starting for some 100 µs of work. */
static int threads_for(const Product *p)
{
    const double worthwhile = 16e6;
    double work = (double)p->c.rows * p->c.cols * p->b.rows;
    if (work < 2 * worthwhile)
        return 1;
    int limit = thread_limit();
    return work / worthwhile < limit ? (int)(work / worthwhile) : limit;
}

void matmul_into(Tensor c, Operand left, Operand right, MatmulMode mode)
{
    View a = view(left), b = view(right);
    check_shapes(c, a, b);
    if (b.rows == 0 && mode == OVERWRITE)
        memset(c.data, 0, tensor_size(c) * sizeof *c.data);
    if (b.rows == 0 || tensor_size(c) == 0)
        return;
    Product p = {c, a, b, mode, best_kernel()};
    run_shares(multiply_share, &p, threads_for(&p));
}
