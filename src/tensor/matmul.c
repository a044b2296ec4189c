/* How the product is made fast, from the outside in:
 *
 *   threads  the longer side of the result is cut into one share a thread;
 *   blocks   a block of b stays in the cache while the rows of a pass by;
 *   packing  each block is copied to where its numbers lie in the order in which they are read,
 *            unless they do so already and are read too seldom for that to pay;
 *   tiles    a small rectangle of the result stays in registers while k runs.
 *
 * Where both factors fit into a cache together, the product is tiles alone: they read the factors
 * where they lie.
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
#include "base/memory.h"
#include "base/number.h"
#include "tensor/processor.h"

#include <stdint.h>
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
    View v = {o.panel.data, o.panel.stride, 1, o.panel.rows, o.panel.cols};
    return o.transposed ? turned(v) : v;
}

static real *panel_row(Panel c, int row)
{
    return c.data + (size_t)row * c.stride;
}

static void check_shapes(Panel c, View a, View b)
{
    CHECK(a.cols == b.rows && c.rows == a.rows && c.cols == b.cols,
          "%d × %d by %d × %d into %d × %d", a.rows, a.cols, b.rows, b.cols, c.rows, c.cols);
}

void matmul_reference(Tensor c, Operand left, Operand right, MatmulMode mode)
{
    View a = view(left), b = view(right);
    check_shapes(plain(c).panel, a, b);
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

/* What a tile is computed from: its rows of a, and for each k its columns of b, `b_step` behind
   those of the k before. The rows of a are packed, A_STRIDE apart; or they are columns of the
   memory (aᵀ as it lies there), the numbers of each k side by side and `a_step` behind those of the
   k before. */
typedef struct Factors {
    const real *a, *b;
    size_t a_step, b_step;
} Factors;

/* A tile of c, rows `stride` apart. Starts from c when accumulating, else from 0. */
typedef void Tile(real *c, size_t stride, Factors f, int depth, MatmulMode mode);

/* A product whose factors are read where they lie; the columns of b side by side. */
typedef struct SmallProduct {
    Panel c;
    View a, b;
    MatmulMode mode;
} SmallProduct;

/* The tile of it at a row and a column, or what of that is in c. */
typedef void SmallTile(const SmallProduct *p, int row, int col);

/* How high the two kinds of tile of a small product are, and how wide at most: in registers. */
enum { HEIGHTS = 2, WIDTHS = 3 };

typedef struct Kernel {
    int rows, cols;
    Tile *packed, *turned; /* for either kind of a */
    int lanes;             /* of a register; 0 where small products have no tiles of their own */
    int heights[HEIGHTS];  /* the lower one first; 0 for none higher */
    SmallTile *small[HEIGHTS][WIDTHS];
} Kernel;

enum { PLAIN_ROWS = 4, PLAIN_COLS = 16, MAX_TILE = 12 * 2 * 16 };

static inline void tile_plain(real *c, size_t stride, Factors f, size_t a_row, size_t a_step,
                              int depth, MatmulMode mode)
{
    real sum[PLAIN_ROWS][PLAIN_COLS] = {0};
    if (mode == ACCUMULATE)
        for (size_t i = 0; i < PLAIN_ROWS; i++)
            memcpy(sum[i], c + i * stride, sizeof sum[i]);
    for (int k = 0; k < depth; k++, f.a += a_step, f.b += f.b_step)
        for (size_t i = 0; i < PLAIN_ROWS; i++)
            for (int j = 0; j < PLAIN_COLS; j++)
                sum[i][j] = fused(f.a[i * a_row], f.b[j], sum[i][j]);
    for (size_t i = 0; i < PLAIN_ROWS; i++)
        memcpy(c + i * stride, sum[i], sizeof sum[i]);
}

static void tile_plain_packed(real *c, size_t stride, Factors f, int depth, MatmulMode mode)
{
    tile_plain(c, stride, f, A_STRIDE, 1, depth, mode);
}

static void tile_plain_turned(real *c, size_t stride, Factors f, int depth, MatmulMode mode)
{
    tile_plain(c, stride, f, 1, f.a_step, depth, mode);
}

#ifdef HAS_VECTOR_TILES
/* Over the sides of a tile: what it indexes is in registers only when the loop is unrolled before
   the compiler decides where it lives. */
#define UNROLLED(i, count) _Pragma("GCC unroll 16") for (int i = 0; i < count; i++)

/* The same with each row of the tile in VECTORS registers of the processor. The loops over the
   tile have constant bounds, so the compiler unrolls them and `sum` never leaves the registers:
   12 × 2 of the 32 of AVX-512, 6 × 2 of the 16 of AVX2. A macro, because a function for one
   processor cannot be inlined into one for another. */
#define VECTOR_TILE(name, target_set, vector, load, store, broadcast, fuse, ROWS, VECTORS, A_ROW,  \
                    A_STEP)                                                                        \
    __attribute__((target(target_set))) static void name(real *c, size_t stride, Factors f,        \
                                                         int depth, MatmulMode mode)               \
    {                                                                                              \
        enum { LANES = sizeof(vector) / sizeof(real) };                                            \
        vector sum[ROWS][VECTORS] = {0};                                                           \
        if (mode == ACCUMULATE)                                                                    \
            UNROLLED(i, ROWS)                                                                      \
        UNROLLED(j, VECTORS)                                                                       \
        sum[i][j] = load(c + (size_t)i * stride + j * LANES);                                      \
        for (int k = 0; k < depth; k++, f.a += A_STEP, f.b += f.b_step)                            \
            UNROLLED(i, ROWS)                                                                      \
        UNROLLED(j, VECTORS)                                                                       \
        sum[i][j] = fuse(broadcast(f.a[(size_t)i * A_ROW]), load(f.b + j * LANES), sum[i][j]);     \
        UNROLLED(i, ROWS)                                                                          \
        UNROLLED(j, VECTORS)                                                                       \
        store(c + (size_t)i * stride + j * LANES, sum[i][j]);                                      \
    }

#define TILE_AVX512(name, A_ROW, A_STEP)                                                           \
    VECTOR_TILE(name, "avx512f", __m512, _mm512_loadu_ps, _mm512_storeu_ps, _mm512_set1_ps,        \
                _mm512_fmadd_ps, 12, 2, A_ROW, A_STEP)
#define TILE_AVX2(name, A_ROW, A_STEP)                                                             \
    VECTOR_TILE(name, "avx2,fma", __m256, _mm256_loadu_ps, _mm256_storeu_ps, _mm256_set1_ps,       \
                _mm256_fmadd_ps, 6, 2, A_ROW, A_STEP)

TILE_AVX512(tile_avx512_packed, A_STRIDE, 1)
TILE_AVX512(tile_avx512_turned, 1, f.a_step)
TILE_AVX2(tile_avx2_packed, A_STRIDE, 1)
TILE_AVX2(tile_avx2_turned, 1, f.a_step)

/* Some of a register's lanes, from 0 on. */
typedef __mmask16 Lanes512;
typedef __m256i Lanes256;

#define FOR_AVX512 __attribute__((target("avx512f")))
#define FOR_AVX2 __attribute__((target("avx2,fma")))

#define first_lanes_512(count) (Lanes512)((1u << (count)) - 1)
#define load_512(x, lanes) _mm512_maskz_loadu_ps(lanes, x)
#define store_512 _mm512_mask_storeu_ps
#define load_256 _mm256_maskload_ps
#define store_256 _mm256_maskstore_ps

FOR_AVX2 static inline Lanes256 first_lanes_256(int count)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

/* Of the last register some lanes may be behind the end of b and c: they are neither read nor
   written. Rows behind the end of a and c are the last row once more. */
#define SMALL_TILE(name, FOR, BITS, ROWS, VECTORS)                                                 \
    FOR static void name(const SmallProduct *p, int row, int col)                                  \
    {                                                                                              \
        enum { LANES = BITS / 8 / sizeof(real), LAST = VECTORS - 1 };                              \
        int rows = p->c.rows - row, cols = p->c.cols - col - LAST * LANES;                         \
        size_t a_step = p->a.col_step, b_step = p->b.row_step;                                     \
        Lanes##BITS last = first_lanes_##BITS(smaller(LANES, cols));                               \
        const real *a = p->a.data + (size_t)row * p->a.row_step, *b = p->b.data + col;             \
        real *c = panel_row(p->c, row) + col;                                                      \
        size_t a_at[ROWS], c_at[ROWS];                                                             \
        UNROLLED(i, ROWS)                                                                          \
        {                                                                                          \
            a_at[i] = (size_t)smaller(i, rows - 1) * p->a.row_step;                                \
            c_at[i] = (size_t)smaller(i, rows - 1) * p->c.stride;                                  \
        }                                                                                          \
        __m##BITS sum[ROWS][VECTORS] = {0}, right[VECTORS];                                        \
        if (p->mode == ACCUMULATE)                                                                 \
            UNROLLED(i, ROWS)                                                                      \
            {                                                                                      \
                UNROLLED(j, LAST)                                                                  \
                sum[i][j] = _mm##BITS##_loadu_ps(c + c_at[i] + j * LANES);                         \
                sum[i][LAST] = load_##BITS(c + c_at[i] + LAST * LANES, last);                      \
            }                                                                                      \
        for (int k = 0; k < p->b.rows; k++, a += a_step, b += b_step) {                            \
            UNROLLED(j, LAST)                                                                      \
            right[j] = _mm##BITS##_loadu_ps(b + j * LANES);                                        \
            right[LAST] = load_##BITS(b + LAST * LANES, last);                                     \
            UNROLLED(i, ROWS)                                                                      \
            UNROLLED(j, VECTORS)                                                                   \
            sum[i][j] =                                                                            \
                _mm##BITS##_fmadd_ps(_mm##BITS##_set1_ps(a[a_at[i]]), right[j], sum[i][j]);        \
        }                                                                                          \
        UNROLLED(i, ROWS)                                                                          \
        {                                                                                          \
            UNROLLED(j, LAST)                                                                      \
            _mm##BITS##_storeu_ps(c + c_at[i] + j * LANES, sum[i][j]);                             \
            store_##BITS(c + c_at[i] + LAST * LANES, last, sum[i][LAST]);                          \
        }                                                                                          \
    }

SMALL_TILE(small_avx512_4_1, FOR_AVX512, 512, 4, 1)
SMALL_TILE(small_avx512_4_2, FOR_AVX512, 512, 4, 2)
SMALL_TILE(small_avx512_4_3, FOR_AVX512, 512, 4, 3)
SMALL_TILE(small_avx512_8_1, FOR_AVX512, 512, 8, 1)
SMALL_TILE(small_avx512_8_2, FOR_AVX512, 512, 8, 2)
SMALL_TILE(small_avx512_8_3, FOR_AVX512, 512, 8, 3)
SMALL_TILE(small_avx2_4_1, FOR_AVX2, 256, 4, 1)
SMALL_TILE(small_avx2_4_2, FOR_AVX2, 256, 4, 2)
SMALL_TILE(small_avx2_4_3, FOR_AVX2, 256, 4, 3)
#endif

static const Kernel *best_kernel(void)
{
    static const Kernel kernels[] = {
        [BASELINE] = {PLAIN_ROWS, PLAIN_COLS, tile_plain_packed, tile_plain_turned, 0, {0}, {{0}}},
#ifdef HAS_VECTOR_TILES
        [AVX2] = {6,
                  2 * 8,
                  tile_avx2_packed,
                  tile_avx2_turned,
                  8,
                  {4, 0},
                  {{small_avx2_4_1, small_avx2_4_2, small_avx2_4_3}}},
        [AVX512] = {12,
                    2 * 16,
                    tile_avx512_packed,
                    tile_avx512_turned,
                    16,
                    {4, 8},
                    {{small_avx512_4_1, small_avx512_4_2, small_avx512_4_3},
                     {small_avx512_8_1, small_avx512_8_2, small_avx512_8_3}}},
    };
    return &kernels[instruction_set()];
#else
    };
    return &kernels[BASELINE];
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
    return divide_up(x, unit) * unit;
}

enum { SQUARE = 4 };

static inline void turn_square(real *out, size_t stride, const real *in, size_t step)
{
#ifdef HAS_VECTOR_TILES
    __m128 a = _mm_loadu_ps(in), b = _mm_loadu_ps(in + step), c = _mm_loadu_ps(in + 2 * step),
           d = _mm_loadu_ps(in + 3 * step);
    _MM_TRANSPOSE4_PS(a, b, c, d);
    _mm_storeu_ps(out, a);
    _mm_storeu_ps(out + stride, b);
    _mm_storeu_ps(out + 2 * stride, c);
    _mm_storeu_ps(out + 3 * stride, d);
#else
    for (size_t i = 0; i < SQUARE; i++)
        for (size_t j = 0; j < SQUARE; j++)
            out[i * stride + j] = in[j * step + i];
#endif
}

/* Where the rows of v lie side by side, as in a transposed matrix: they are turned over in squares,
   whose four rows are in registers on the way. */
static void copy_turned(real *out, size_t stride, View v, Span rows, Span cols)
{
    size_t high = (size_t)length(rows), wide = (size_t)length(cols), step = v.col_step;
    const real *in = v.data + (size_t)cols.begin * step + rows.begin;
    size_t squares_high = high - high % SQUARE, squares_wide = wide - wide % SQUARE;
    for (size_t j = 0; j < squares_wide; j += SQUARE)
        for (size_t i = 0; i < squares_high; i += SQUARE)
            turn_square(out + i * stride + j, stride, in + j * step + i, step);
    for (size_t j = 0; j < wide; j++)
        for (size_t i = j < squares_wide ? squares_high : 0; i < high; i++)
            out[i * stride + j] = in[j * step + i];
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
    Panel c;
    View a, b;
    MatmulMode mode;
    const Kernel *kernel;
} Product;

/* Rows × cols of c, for some of the k. A factor that lies in memory as a tile reads it, and that
   few tiles read, stays in place; only what is left over at its end is packed, to be filled up. */
typedef struct Block {
    Span rows, cols, inner;
    real *a, *b; /* packed */
    bool a_in_place, b_in_place;
    MatmulMode mode;
} Block;

enum { FEW_TILES = 4 };

/* What is left of `span` behind the last whole `unit`. */
static Span left_over(Span span, int unit)
{
    return (Span){span.end - length(span) % unit, span.end};
}

static bool stays_in_place(size_t step, int readers, int unit)
{
    return step == 1 && readers <= FEW_TILES * unit;
}

static void pack_left(const Product *p, const Block *block)
{
    int unit = p->kernel->rows;
    Span rows = block->a_in_place ? left_over(block->rows, unit) : block->rows;
    pack_a(block->a, p->a, rows, block->inner, unit);
}

static void pack_right(const Product *p, const Block *block)
{
    int unit = p->kernel->cols;
    Span cols = block->b_in_place ? left_over(block->cols, unit) : block->cols;
    pack_b(block->b, p->b, block->inner, cols, unit);
}

/* Where a tile finds its columns of b. */
static Factors strip_at(const Product *p, const Block *block, int col)
{
    size_t unit = (size_t)p->kernel->cols, k = (size_t)block->inner.begin;
    if (!block->b_in_place)
        return (Factors){.b = block->b +
                              (size_t)(col - block->cols.begin) * (size_t)length(block->inner),
                         .b_step = unit};
    if (col + (int)unit > block->cols.end)
        return (Factors){.b = block->b, .b_step = unit};
    return (Factors){.b = p->b.data + k * p->b.row_step + (size_t)col, .b_step = p->b.row_step};
}

/* … and its rows of a; returns which kind of tile reads them. */
static Tile *rows_at(const Product *p, const Block *block, int row, Factors *f)
{
    size_t k = (size_t)block->inner.begin;
    f->a = block->a;
    if (!block->a_in_place)
        f->a += (size_t)(row - block->rows.begin) * A_STRIDE;
    if (!block->a_in_place || row + p->kernel->rows > block->rows.end)
        return p->kernel->packed;
    f->a = p->a.data + k * p->a.col_step + (size_t)row;
    f->a_step = p->a.col_step;
    return p->kernel->turned;
}

/* A tile on the rim of c is computed whole beside it; only its rows and columns in c are kept. */
static void tile_on_rim(const Product *p, Tile *tile, Span rows, Span cols, Factors f, int depth,
                        MatmulMode mode)
{
    real whole[MAX_TILE], *c = panel_row(p->c, rows.begin) + cols.begin;
    size_t bytes = (size_t)length(cols) * sizeof *c, width = (size_t)p->kernel->cols;
    size_t stride = p->c.stride, count = (size_t)length(rows);
    if (mode == ACCUMULATE)
        memset(whole, 0, sizeof whole);
    for (size_t i = 0; mode == ACCUMULATE && i < count; i++)
        memcpy(whole + i * width, c + i * stride, bytes);
    tile(whole, width, f, depth, mode);
    for (size_t i = 0; i < count; i++)
        memcpy(c + i * stride, whole + i * width, bytes);
}

static void multiply_block(const Product *p, const Block *block)
{
    const Kernel *kernel = p->kernel;
    int depth = length(block->inner);
    for (int j = block->cols.begin; j < block->cols.end; j += kernel->cols) {
        Span cols = piece(block->cols, j, kernel->cols);
        Factors f = strip_at(p, block, j);
        for (int i = block->rows.begin; i < block->rows.end; i += kernel->rows) {
            Span rows = piece(block->rows, i, kernel->rows);
            Tile *tile = rows_at(p, block, i, &f);
            if (length(rows) == kernel->rows && length(cols) == kernel->cols)
                tile(panel_row(p->c, i) + j, p->c.stride, f, depth, block->mode);
            else
                tile_on_rim(p, tile, rows, cols, f, depth, block->mode);
        }
    }
}

/* Rows × cols of c, by one thread. */
static void multiply(const Product *p, Span rows, Span cols)
{
    Span depth = {0, p->b.rows};
    int deep = smaller(length(depth), BLOCK_DEPTH);
    int high = round_up(smaller(length(rows), BLOCK_ROWS), p->kernel->rows);
    int wide = round_up(smaller(length(cols), BLOCK_COLS), p->kernel->cols);
    Block block = {.a_in_place = stays_in_place(p->a.row_step, length(cols), p->kernel->cols),
                   .b_in_place = stays_in_place(p->b.col_step, length(rows), p->kernel->rows)};
    size_t a_size = (size_t)(block.a_in_place ? p->kernel->rows : high) * A_STRIDE;
    size_t b_size = (size_t)(block.b_in_place ? p->kernel->cols : wide) * (size_t)deep;
    /* aligned, so that no vector of a strip lies across two cache lines */
    block.a = memory_take((a_size + b_size) * sizeof *block.a);
    block.b = block.a + a_size;
    for (int j = cols.begin; j < cols.end; j += BLOCK_COLS)
        for (int k = 0; k < depth.end; k += BLOCK_DEPTH) {
            block.cols = piece(cols, j, BLOCK_COLS);
            block.inner = piece(depth, k, BLOCK_DEPTH);
            block.mode = k ? ACCUMULATE : p->mode;
            pack_right(p, &block);
            for (int i = rows.begin; i < rows.end; i += BLOCK_ROWS) {
                block.rows = piece(rows, i, BLOCK_ROWS);
                pack_left(p, &block);
                multiply_block(p, &block);
            }
        }
    free(block.a);
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
        rows = share(rows.end, p->kernel->rows, part, parts);
    else
        cols = share(cols.end, p->kernel->cols, part, parts);
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

/* ---- small products ---- */

/* Numbers: of each factor, so that both stay in the second-level cache; of a transposed b that is
   turned over first. */
enum { MOST_SMALL = 1 << 16, MOST_TURNED = 1 << 12 };

static bool is_small(const Product *p)
{
    size_t inner = (size_t)p->b.rows, a = (size_t)p->c.rows * inner, b = p->c.stride * inner;
    return p->kernel->lanes && a <= MOST_SMALL &&
           b <= (p->b.col_step == 1 ? (size_t)MOST_SMALL : MOST_TURNED);
}

static void multiply_small(const Product *p)
{
    real turned_b[MOST_TURNED];
    const Kernel *kernel = p->kernel;
    SmallProduct small = {p->c, p->a, p->b, p->mode};
    if (p->b.col_step != 1) {
        size_t cols = (size_t)p->b.cols;
        copy_turned(turned_b, cols, p->b, (Span){0, p->b.rows}, (Span){0, p->b.cols});
        small.b = (View){turned_b, cols, 1, p->b.rows, p->b.cols};
    }
    for (int j = 0, width; j < p->c.cols; j += width * kernel->lanes) {
        int left = divide_up(p->c.cols - j, kernel->lanes);
        width = left == WIDTHS + 1 ? 2 : smaller(left, WIDTHS);
        for (int i = 0, height; i < p->c.rows; i += height) {
            int kind = kernel->heights[1] && p->c.rows - i > kernel->heights[0];
            height = kernel->heights[kind];
            kernel->small[kind][width - 1](&small, i, j);
        }
    }
}

static void clear(Panel c)
{
    for (int i = 0; i < c.rows; i++)
        memset(panel_row(c, i), 0, (size_t)c.cols * sizeof *c.data);
}

void matmul_into_panel(Panel c, Operand left, Operand right, MatmulMode mode)
{
    View a = view(left), b = view(right);
    check_shapes(c, a, b);
    if (c.rows == 0 || c.cols == 0)
        return;
    if (b.rows == 0) {
        if (mode == OVERWRITE)
            clear(c);
        return;
    }
    Product p = {c, a, b, mode, best_kernel()};
    if (is_small(&p))
        multiply_small(&p);
    else
        run_shares(multiply_share, &p, threads_for(&p));
}

void matmul_into(Tensor c, Operand left, Operand right, MatmulMode mode)
{
    matmul_into_panel(plain(c).panel, left, right, mode);
}

void transpose_into(Panel out, Panel in)
{
    View v = view((Operand){in, true});
    CHECK(out.rows == v.rows && out.cols == v.cols, "%d × %d, transposed, into %d × %d", in.rows,
          in.cols, out.rows, out.cols);
    copy_turned(out.data, out.stride, v, (Span){0, v.rows}, (Span){0, v.cols});
}
