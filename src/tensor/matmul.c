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

static real *row_at(View v, int row)
{
    return v.data + (size_t)row * v.row_step;
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
typedef void Tile(real *c, size_t stride, const Factors *f, int depth, MatmulMode mode);

/* c = a·b, or c += a·b. */
typedef struct Product {
    View c, a, b;
    MatmulMode mode;
    const struct Kernel *kernel;
} Product;

/* The tile at a row and a column, or what of that is in c; the factors are read where they lie, the
   columns of b side by side. */
typedef void SmallTile(const Product *p, int row, int col);

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

static inline void tile_plain(real *c, size_t stride, const Factors *f, size_t a_row, size_t a_step,
                              int depth, MatmulMode mode)
{
    const real *a = f->a, *b = f->b;
    real sum[PLAIN_ROWS][PLAIN_COLS] = {0};
    if (mode == ACCUMULATE)
        for (size_t i = 0; i < PLAIN_ROWS; i++)
            memcpy(sum[i], c + i * stride, sizeof sum[i]);
    for (int k = 0; k < depth; k++, a += a_step, b += f->b_step)
        for (size_t i = 0; i < PLAIN_ROWS; i++)
            for (int j = 0; j < PLAIN_COLS; j++)
                sum[i][j] = fused(a[i * a_row], b[j], sum[i][j]);
    for (size_t i = 0; i < PLAIN_ROWS; i++)
        memcpy(c + i * stride, sum[i], sizeof sum[i]);
}

static void tile_plain_packed(real *c, size_t stride, const Factors *f, int depth, MatmulMode mode)
{
    tile_plain(c, stride, f, A_STRIDE, 1, depth, mode);
}

static void tile_plain_turned(real *c, size_t stride, const Factors *f, int depth, MatmulMode mode)
{
    tile_plain(c, stride, f, 1, f->a_step, depth, mode);
}

#ifdef HAS_VECTOR_TILES
/* Over the sides of a tile: what it indexes is in registers only when the loop is unrolled before
   the compiler decides where it lives. */
#define UNROLLED(i, count) _Pragma("GCC unroll 16") for (int i = 0; i < count; i++)

#define FOR_AVX512 __attribute__((target("avx512f")))
#define FOR_AVX2 __attribute__((target("avx2,fma")))

/* The same with each row of the tile in VECTORS registers of the processor. The loops over the
   tile have constant bounds, so the compiler unrolls them and `sum` never leaves the registers:
   12 × 2 of the 32 of AVX-512, 6 × 2 of the 16 of AVX2. A macro, because a function for one
   processor cannot be inlined into one for another. */
#define VECTOR_TILE(name, FOR, BITS, ROWS, VECTORS, A_ROW, A_STEP)                                 \
    FOR static void name(real *c, size_t stride, const Factors *f, int depth, MatmulMode mode)     \
    {                                                                                              \
        enum { LANES = BITS / 8 / sizeof(real) };                                                  \
        const real *a = f->a, *b = f->b;                                                           \
        __m##BITS sum[ROWS][VECTORS] = {0};                                                        \
        if (mode == ACCUMULATE)                                                                    \
            UNROLLED(i, ROWS)                                                                      \
        UNROLLED(j, VECTORS)                                                                       \
        sum[i][j] = _mm##BITS##_loadu_ps(c + (size_t)i * stride + j * LANES);                      \
        for (int k = 0; k < depth; k++, a += A_STEP, b += f->b_step)                               \
            UNROLLED(i, ROWS)                                                                      \
        UNROLLED(j, VECTORS)                                                                       \
        sum[i][j] = _mm##BITS##_fmadd_ps(_mm##BITS##_set1_ps(a[(size_t)i * A_ROW]),                \
                                         _mm##BITS##_loadu_ps(b + j * LANES), sum[i][j]);          \
        UNROLLED(i, ROWS)                                                                          \
        UNROLLED(j, VECTORS)                                                                       \
        _mm##BITS##_storeu_ps(c + (size_t)i * stride + j * LANES, sum[i][j]);                      \
    }

VECTOR_TILE(tile_avx512_packed, FOR_AVX512, 512, 12, 2, A_STRIDE, 1)
VECTOR_TILE(tile_avx512_turned, FOR_AVX512, 512, 12, 2, 1, f->a_step)
VECTOR_TILE(tile_avx2_packed, FOR_AVX2, 256, 6, 2, A_STRIDE, 1)
VECTOR_TILE(tile_avx2_turned, FOR_AVX2, 256, 6, 2, 1, f->a_step)

/* Some of a register's lanes, from 0 on. */
typedef __mmask16 Lanes512;
typedef __m256i Lanes256;

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
    FOR static void name(const Product *p, int row, int col)                                       \
    {                                                                                              \
        enum { LANES = BITS / 8 / sizeof(real), LAST = VECTORS - 1 };                              \
        int rows = p->c.rows - row, cols = p->c.cols - col - LAST * LANES;                         \
        size_t a_step = p->a.col_step, b_step = p->b.row_step;                                     \
        Lanes##BITS last = first_lanes_##BITS(smaller(LANES, cols));                               \
        const real *a = p->a.data + (size_t)row * p->a.row_step, *b = p->b.data + col;             \
        real *c = row_at(p->c, row) + col;                                                         \
        size_t a_at[ROWS], c_at[ROWS];                                                             \
        UNROLLED(i, ROWS)                                                                          \
        {                                                                                          \
            a_at[i] = (size_t)smaller(i, rows - 1) * p->a.row_step;                                \
            c_at[i] = (size_t)smaller(i, rows - 1) * p->c.row_step;                                \
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

/* In squares, whose four rows are in registers on the way. */
void copy_turned(View out, View in)
{
    CHECK(out.rows == in.rows && out.cols == in.cols && out.col_step == 1 && in.row_step == 1,
          "%d × %d, transposed, into %d × %d", in.cols, in.rows, out.rows, out.cols);
    size_t high = (size_t)in.rows, wide = (size_t)in.cols, stride = out.row_step;
    size_t squares_high = high - high % SQUARE, squares_wide = wide - wide % SQUARE;
    for (size_t j = 0; j < squares_wide; j += SQUARE)
        for (size_t i = 0; i < squares_high; i += SQUARE)
            turn_square(out.data + i * stride + j, stride, in.data + j * in.col_step + i,
                        in.col_step);
    for (size_t j = 0; j < wide; j++)
        for (size_t i = j < squares_wide ? squares_high : 0; i < high; i++)
            out.data[i * stride + j] = in.data[j * in.col_step + i];
}

/* To rows that are `stride` apart. */
static void copy(real *out, size_t stride, View in)
{
    if (in.col_step != 1) {
        copy_turned((View){in.rows, in.cols, out, stride, 1}, in);
        return;
    }
    for (int i = 0; i < in.rows; i++)
        memcpy(out + (size_t)i * stride, row_at(in, i), (size_t)in.cols * sizeof *out);
}

/* Rows of a, filled up with rows of zeros to whole tiles. */
static void pack_a(real *out, View a, int tile_rows)
{
    copy(out, A_STRIDE, a);
    for (int i = a.rows; i % tile_rows; i++)
        memset(out + i * A_STRIDE, 0, (size_t)a.cols * sizeof *out);
}

/* Strips of b as wide as a tile; the last is filled up with zeros. */
static void pack_b(real *out, View b, int tile_cols)
{
    size_t strip_size = (size_t)b.rows * (size_t)tile_cols;
    for (int j = 0; j < b.cols; j += tile_cols, out += strip_size) {
        int cols = smaller(tile_cols, b.cols - j);
        if (cols < tile_cols)
            memset(out, 0, strip_size * sizeof *out);
        copy(out, (size_t)tile_cols, part_of(b, 0, b.rows, j, cols));
    }
}

/* ---- blocks ---- */

/* Some rows × cols of c, for some of the k: a product itself. A factor that lies in memory as a
   tile reads it, and that few tiles read, stays in place; only what is left over at its end is
   packed, to be filled up. */
typedef struct Block {
    Product product;
    real *a, *b; /* packed */
    bool a_in_place, b_in_place;
} Block;

enum { FEW_TILES = 4 };

static bool stays_in_place(size_t step, int readers, int unit)
{
    return step == 1 && readers <= FEW_TILES * unit;
}

static void pack_left(const Block *block)
{
    View a = block->product.a;
    int unit = block->product.kernel->rows, left = block->a_in_place ? a.rows % unit : a.rows;
    pack_a(block->a, part_of(a, a.rows - left, left, 0, a.cols), unit);
}

static void pack_right(const Block *block)
{
    View b = block->product.b;
    int unit = block->product.kernel->cols, left = block->b_in_place ? b.cols % unit : b.cols;
    pack_b(block->b, part_of(b, 0, b.rows, b.cols - left, left), unit);
}

/* Where a tile finds its columns of b. */
static Factors strip_at(const Block *block, int col)
{
    const View *b = &block->product.b;
    int unit = block->product.kernel->cols;
    if (block->b_in_place && col + unit <= b->cols)
        return (Factors){.b = b->data + col, .b_step = b->row_step};
    size_t before = block->b_in_place ? 0 : (size_t)col * (size_t)b->rows;
    return (Factors){.b = block->b + before, .b_step = (size_t)unit};
}

/* … and its rows of a; returns which kind of tile reads them. */
static Tile *rows_at(const Block *block, int row, Factors *f)
{
    const View *a = &block->product.a;
    const Kernel *kernel = block->product.kernel;
    if (block->a_in_place && row + kernel->rows <= a->rows) {
        f->a = a->data + row;
        f->a_step = a->col_step;
        return kernel->turned;
    }
    f->a = block->a + (block->a_in_place ? 0 : row * A_STRIDE);
    return kernel->packed;
}

/* A tile on the rim of c is computed whole beside it; only its rows and columns in c are kept. */
static void tile_on_rim(const Product *p, View c, Tile *tile, const Factors *f)
{
    real whole[MAX_TILE];
    size_t bytes = (size_t)c.cols * sizeof *whole, width = (size_t)p->kernel->cols;
    if (p->mode == ACCUMULATE)
        memset(whole, 0, sizeof whole);
    for (int i = 0; p->mode == ACCUMULATE && i < c.rows; i++)
        memcpy(whole + (size_t)i * width, row_at(c, i), bytes);
    tile(whole, width, f, p->a.cols, p->mode);
    for (int i = 0; i < c.rows; i++)
        memcpy(row_at(c, i), whole + (size_t)i * width, bytes);
}

static void multiply_block(const Block *block)
{
    const Product *p = &block->product;
    int rows = p->kernel->rows, cols = p->kernel->cols;
    for (int j = 0; j < p->c.cols; j += cols) {
        Factors f = strip_at(block, j);
        for (int i = 0; i < p->c.rows; i += rows) {
            Tile *tile = rows_at(block, i, &f);
            int high = smaller(rows, p->c.rows - i), wide = smaller(cols, p->c.cols - j);
            if (high == rows && wide == cols)
                tile(row_at(p->c, i) + j, p->c.row_step, &f, p->a.cols, p->mode);
            else
                tile_on_rim(p, part_of(p->c, i, high, j, wide), tile, &f);
        }
    }
}

/* By one thread. */
static void multiply(const Product *p)
{
    int deep = smaller(p->a.cols, BLOCK_DEPTH);
    int high = round_up(smaller(p->c.rows, BLOCK_ROWS), p->kernel->rows);
    int wide = round_up(smaller(p->c.cols, BLOCK_COLS), p->kernel->cols);
    Block block = {*p, .a_in_place = stays_in_place(p->a.row_step, p->c.cols, p->kernel->cols),
                   .b_in_place = stays_in_place(p->b.col_step, p->c.rows, p->kernel->rows)};
    size_t a_size = (size_t)(block.a_in_place ? p->kernel->rows : high) * A_STRIDE;
    size_t b_size = (size_t)(block.b_in_place ? p->kernel->cols : wide) * (size_t)deep;
    /* aligned, so that no vector of a strip lies across two cache lines */
    block.a = memory_take((a_size + b_size) * sizeof *block.a);
    block.b = block.a + a_size;
    for (int j = 0; j < p->c.cols; j += BLOCK_COLS)
        for (int k = 0; k < p->a.cols; k += BLOCK_DEPTH) {
            int cols = smaller(BLOCK_COLS, p->c.cols - j), depth = smaller(deep, p->a.cols - k);
            block.product.b = part_of(p->b, k, depth, j, cols);
            block.product.mode = k ? ACCUMULATE : p->mode;
            pack_right(&block);
            for (int i = 0; i < p->c.rows; i += BLOCK_ROWS) {
                int rows = smaller(BLOCK_ROWS, p->c.rows - i);
                block.product.a = part_of(p->a, i, rows, k, depth);
                block.product.c = part_of(p->c, i, rows, j, cols);
                pack_left(&block);
                multiply_block(&block);
            }
        }
    free(block.a);
}

/* ---- threads ---- */

/* Where a part begins of what is cut at multiples of `unit`. */
static int cut(int whole, int unit, int part, int parts)
{
    return smaller((int)((int64_t)divide_up(whole, unit) * part / parts) * unit, whole);
}

static void multiply_share(const void *job, int part, int parts)
{
    Product p = *(const Product *)job;
    bool by_rows = p.c.rows >= p.c.cols;
    int whole = by_rows ? p.c.rows : p.c.cols, unit = by_rows ? p.kernel->rows : p.kernel->cols;
    int from = cut(whole, unit, part, parts), count = cut(whole, unit, part + 1, parts) - from;
    if (by_rows) {
        p.a = part_of(p.a, from, count, 0, p.a.cols);
        p.c = part_of(p.c, from, count, 0, p.c.cols);
    } else {
        p.b = part_of(p.b, 0, p.b.rows, from, count);
        p.c = part_of(p.c, 0, p.c.rows, from, count);
    }
    multiply(&p);
}

/* ---- small products ---- */

/* Numbers: of each factor, so that both stay in the second-level cache; of a transposed b that is
   turned over first. */
enum { MOST_SMALL = 1 << 16, MOST_TURNED = 1 << 12 };

static bool is_small(const Product *p)
{
    size_t inner = (size_t)p->b.rows, a = (size_t)p->c.rows * inner, b = p->c.row_step * inner;
    return p->kernel->lanes && a <= MOST_SMALL &&
           b <= (p->b.col_step == 1 ? (size_t)MOST_SMALL : MOST_TURNED);
}

static void multiply_small(Product p)
{
    real turned_b[MOST_TURNED];
    const Kernel *kernel = p.kernel;
    if (p.b.col_step != 1) {
        View b = {p.b.rows, p.b.cols, turned_b, (size_t)p.b.cols, 1};
        copy_turned(b, p.b);
        p.b = b;
    }
    for (int j = 0, width; j < p.c.cols; j += width * kernel->lanes) {
        int left = divide_up(p.c.cols - j, kernel->lanes);
        width = left == WIDTHS + 1 ? 2 : smaller(left, WIDTHS);
        for (int i = 0, height; i < p.c.rows; i += height) {
            int kind = kernel->heights[1] && p.c.rows - i > kernel->heights[0];
            height = kernel->heights[kind];
            kernel->small[kind][width - 1](&p, i, j);
        }
    }
}

void matmul_into(View c, View a, View b, MatmulMode mode)
{
    CHECK(a.cols == b.rows && c.rows == a.rows && c.cols == b.cols && c.col_step == 1,
          "%d × %d by %d × %d into %d × %d", a.rows, a.cols, b.rows, b.cols, c.rows, c.cols);
    if (c.rows == 0 || c.cols == 0)
        return;
    if (b.rows == 0) {
        for (int i = 0; mode == OVERWRITE && i < c.rows; i++)
            memset(row_at(c, i), 0, (size_t)c.cols * sizeof *c.data);
        return;
    }
    Product p = {c, a, b, mode, best_kernel()};
    if (is_small(&p))
        multiply_small(p);
    else
        run_shares(multiply_share, &p, threads_for((double)c.rows * c.cols * b.rows));
}
