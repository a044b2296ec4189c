/* How the product is made fast, from the outside in:
 *
 *   threads  the longer side of the result is divided into one share per thread;
 *   blocks   a block of b stays in the cache while the rows of a pass by;
 *   packing  each block is copied into the order in which it is read, unless it is in that order
 *            already and is read too seldom for the copy to pay;
 *   tiles    a small rectangle of the result stays in registers while k runs.
 *
 * If both factors fit into a cache together, the product is tiles alone, without packing.
 *
 * Goto and van de Geijn, "Anatomy of High-Performance Matrix Multiplication", 2008.
 *
 * None of this changes a bit of the result. Each element is always the chain
 *
 *   fma(a[i,k], b[k,j], … fma(a[i,1], b[1,j], fma(a[i,0], b[0,j], start)))
 *
 * and the blocking only decides where its partial sums are kept: in a register, or in c between two
 * blocks.
 */
#include "tensor/tensor.h"

#include <tgmath.h> /* fma of the type */

#if defined(__x86_64__) && !defined(ATTNVIZ_DOUBLE)
#define HAS_VECTOR_TILES
#include <immintrin.h>
#endif

/* a·b + c, rounded once. Without a hardware FMA it is emulated in double: the product of two floats
   is exact there, and so is the error of the sum; an inexact sum is rounded to odd, so that
   rounding it to float gives the correctly rounded result. Boldo and Melquiond, "Emulation of a FMA
   and correctly rounded sums", 2008. */
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

/* A block of a is 96 × 256 and stays in the L2 cache; a block of b is 256 × 768, of which the
   current strip stays in L1. */
enum { BLOCK_ROWS = 96, BLOCK_DEPTH = 256, BLOCK_COLS = 768 };

/* The row stride of a packed block of a. Not a power of two, which would map all rows of a tile to
   a few cache sets. */
enum { A_STRIDE = BLOCK_DEPTH + 16 };

/* c = a·b, or c += a·b. */
typedef struct Product {
    View c, a, b;
    MatmulMode mode;
    const struct Kernel *kernel;
} Product;

/* Computes the tile of c that begins at this row and is as wide as b and c; b must have col_step 1.
   Starts from c when accumulating, else from 0. Rows past the end of a and c repeat the last row;
   columns past the end are neither read nor written. */
typedef void Tile(const Product *p, int row);

/* The number of tile heights, and the largest tile width in registers. */
enum { HEIGHTS = 2, WIDTHS = 3 };

typedef struct Kernel {
    int lanes;            /* numbers per register */
    int widths;           /* the largest tile width in registers */
    int heights[HEIGHTS]; /* the lower one first; 0 if there is only one */
    Tile *tiles[HEIGHTS][WIDTHS];
} Kernel;

/* The height and width of the largest tile. */
static int tile_rows(const Kernel *kernel)
{
    return larger(kernel->heights[0], kernel->heights[1]);
}

static int tile_cols(const Kernel *kernel)
{
    return kernel->lanes * kernel->widths;
}

enum { PLAIN_ROWS = 4, PLAIN_COLS = 16 };

static inline void tile_of(const Product *p, int row, int cols)
{
    const real *b = p->b.data;
    size_t bytes = (size_t)cols * sizeof(real);
    const real *a[PLAIN_ROWS];
    real *c[PLAIN_ROWS], sum[PLAIN_ROWS][PLAIN_COLS] = {0};
    for (int i = 0; i < PLAIN_ROWS; i++) {
        a[i] = row_at(p->a, smaller(row + i, p->c.rows - 1));
        c[i] = row_at(p->c, smaller(row + i, p->c.rows - 1));
        if (p->mode == ACCUMULATE)
            memcpy(sum[i], c[i], bytes);
    }
    for (size_t k = 0; k < (size_t)p->b.rows; k++, b += p->b.row_step)
        for (int i = 0; i < PLAIN_ROWS; i++)
            for (int j = 0; j < cols; j++)
                sum[i][j] = fused(a[i][k * p->a.col_step], b[j], sum[i][j]);
    for (int i = 0; i < PLAIN_ROWS; i++)
        memcpy(c[i], sum[i], bytes);
}

/* A tile of full width has constant loop bounds, so that compilers keep it in registers. */
static void tile_plain(const Product *p, int row)
{
    if (p->c.cols == PLAIN_COLS)
        tile_of(p, row, PLAIN_COLS);
    else
        tile_of(p, row, p->c.cols);
}

#ifdef HAS_VECTOR_TILES
/* A loop over the rows or registers of a tile. It must be unrolled before registers are allocated,
   or the arrays that it indexes would live in memory. */
#define UNROLLED(i, count) _Pragma("GCC unroll 16") for (int i = 0; i < count; i++)

#define FOR_AVX512 __attribute__((target("avx512f")))
#define FOR_AVX2 __attribute__((target("avx2,fma")))

/* A mask of the first lanes of a register. */
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

/* A tile with ROWS rows of VECTORS registers. The last register ends at the last column: where it
   overlaps the one before, both compute the same numbers. Only the lanes of a single register may
   have to be masked, since masks would take a register, and masked stores are slow on some
   processors. The loops over the tile have constant bounds, so the compiler unrolls them and `sum`
   never leaves the registers: 8 × 3 of the 32 of AVX-512, 4 × 3 of the 16 of AVX2. Four steps of k
   at once spare the loop's own instructions, up to a tenth of the time on a busy core. A macro,
   because a function for one processor cannot be inlined into one for another. */
#define VECTOR_TILE(name, FOR, BITS, ROWS, VECTORS)                                                \
    FOR static void name(const Product *p, int row)                                                \
    {                                                                                              \
        enum { LANES = BITS / 8 / sizeof(real), LAST = VECTORS - 1 };                              \
        int rows = p->c.rows - row, cols = p->c.cols, depth = p->b.rows;                           \
        size_t a_step = p->a.col_step, b_step = p->b.row_step, a_at[ROWS], at[VECTORS];            \
        Lanes##BITS lanes = first_lanes_##BITS(smaller(LANES, cols));                              \
        const real *a = row_at(p->a, row), *b = p->b.data;                                         \
        real *c = row_at(p->c, row);                                                               \
        __m##BITS sum[ROWS][VECTORS] = {0}, right[VECTORS];                                        \
        UNROLLED(i, ROWS)                                                                          \
        a_at[i] = (size_t)smaller(i, rows - 1) * p->a.row_step;                                    \
        UNROLLED(j, VECTORS)                                                                       \
        at[j] = (size_t)(j && j == LAST ? cols - LANES : j * LANES);                               \
        if (p->mode == ACCUMULATE)                                                                 \
            UNROLLED(i, ROWS)                                                                      \
            {                                                                                      \
                UNROLLED(j, VECTORS)                                                               \
                sum[i][j] = LAST ? _mm##BITS##_loadu_ps(c + at[j]) : load_##BITS(c, lanes);        \
                c += i + 1 < rows ? p->c.row_step : 0;                                             \
            }                                                                                      \
        _Pragma("GCC unroll 4") for (int k = 0; k < depth; k++, a += a_step, b += b_step)          \
        {                                                                                          \
            UNROLLED(j, VECTORS)                                                                   \
            right[j] = LAST ? _mm##BITS##_loadu_ps(b + at[j]) : load_##BITS(b, lanes);             \
            UNROLLED(i, ROWS)                                                                      \
            UNROLLED(j, VECTORS)                                                                   \
            sum[i][j] =                                                                            \
                _mm##BITS##_fmadd_ps(_mm##BITS##_set1_ps(a[a_at[i]]), right[j], sum[i][j]);        \
        }                                                                                          \
        c = row_at(p->c, row);                                                                     \
        UNROLLED(i, ROWS)                                                                          \
        {                                                                                          \
            UNROLLED(j, VECTORS)                                                                   \
            LAST ? _mm##BITS##_storeu_ps(c + at[j], sum[i][j])                                     \
                 : store_##BITS(c, lanes, sum[i][j]);                                              \
            c += i + 1 < rows ? p->c.row_step : 0;                                                 \
        }                                                                                          \
    }

#include "tensor/tiles.list"
#endif

static const Kernel *best_kernel(void)
{
    static const Kernel kernels[AVX512 + 1] = {
#include "tensor/kernels.list"
    };
    const Kernel *best = &kernels[instruction_set()];
    return best->lanes ? best : &kernels[BASELINE];
}

/* ---- packing ---- */

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

/* In 4 × 4 squares, each transposed in registers. */
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

/* out = in, whether `in` is row-major or column-major. Rows as wide as a strip of AVX2 mostly is
   are copied without a call for each. */
static void copy(View out, View in)
{
    enum { USUAL = 96 };
    if (in.col_step != 1) {
        copy_turned(out, in);
        return;
    }
    size_t bytes = (size_t)in.cols * sizeof *in.data;
    for (int i = 0; i < in.rows; i++)
        bytes == USUAL ? memcpy(row_at(out, i), row_at(in, i), USUAL)
                       : memcpy(row_at(out, i), row_at(in, i), bytes);
}

/* ---- blocks ---- */

/* A product of submatrices: some rows × cols of c, for a range of k. A factor that few tiles read
   is not packed, if its layout is the one that tiles read. */
typedef struct Block {
    Product product;
    real *a, *b; /* buffers for the packed factors, b in strips as wide as a tile; NULL if not
                    packed */
} Block;

/* The strip of b from a column on, as wide as a tile; but four remaining registers are split 2 + 2,
   not 3 + 1. */
static View strip_at(const Block *block, int col)
{
    const Kernel *kernel = block->product.kernel;
    const View *b = &block->product.b;
    int left = divide_up(b->cols - col, kernel->lanes);
    int wide = kernel->lanes * smaller(left == WIDTHS + 1 ? 2 : left, kernel->widths);
    int cols = smaller(wide, b->cols - col);
    if (!block->b)
        return view_part(*b, 0, b->rows, col, cols);
    real *strip = block->b + (size_t)col * (size_t)b->rows;
    return (View){b->rows, cols, strip, (size_t)wide, 1};
}

static void pack_left(Block *block, View a)
{
    block->product.a = block->a ? (View){a.rows, a.cols, block->a, A_STRIDE, 1} : a;
    if (block->a)
        copy(block->product.a, a);
}

/* A few rows at a time, if they are rows in memory: what two strips share, a page or a line of the
   cache, is still near then. */
static void pack_right(Block *block, View b)
{
    block->product.b = b;
    int most = b.col_step == 1 ? 8 : b.rows;
    for (int k = 0; block->b && k < b.rows; k += most)
        for (int j = 0, cols; j < b.cols; j += cols) {
            View strip = strip_at(block, j);
            int rows = smaller(most, b.rows - k);
            cols = strip.cols;
            copy(view_part(strip, k, rows, 0, cols), view_part(b, k, rows, j, cols));
        }
}

static void multiply_block(const Block *block)
{
    Product p = block->product;
    const Kernel *kernel = p.kernel;
    for (int j = 0; j < block->product.c.cols; j += p.c.cols) {
        p.b = strip_at(block, j);
        p.c = view_part(block->product.c, 0, p.c.rows, j, p.b.cols);
        int width = divide_up(p.c.cols, kernel->lanes);
        for (int i = 0, height; i < p.c.rows; i += height) {
            int kind = kernel->heights[1] && p.c.rows - i > kernel->heights[0];
            height = kernel->heights[kind];
            kernel->tiles[kind][width - 1](&p, i);
        }
    }
}

/* Allocates the packing buffers. */
static Block block_of(const Product *p)
{
    enum { FEW_TILES = 4 };
    int high = tile_rows(p->kernel), wide = tile_cols(p->kernel);
    bool packs_a = p->c.cols > FEW_TILES * wide;
    bool packs_b = p->b.col_step != 1 || p->c.rows > 2 * FEW_TILES * high;
    int whole = divide_up(smaller(p->c.cols, BLOCK_COLS), p->kernel->lanes) * p->kernel->lanes;
    size_t a_size = packs_a ? (size_t)smaller(p->c.rows, BLOCK_ROWS) * A_STRIDE : 0;
    size_t b_size = packs_b ? (size_t)whole * (size_t)smaller(p->b.rows, BLOCK_DEPTH) : 0;
    /* aligned, so that no vector of a strip straddles two cache lines */
    real *room = a_size + b_size ? memory_take((a_size + b_size) * sizeof *room) : NULL;
    return (Block){*p, packs_a ? room + b_size : NULL, packs_b ? room : NULL};
}

/* On one thread. */
static void multiply(const Product *p)
{
    Block block = block_of(p);
    for (int j = 0; j < p->c.cols; j += BLOCK_COLS)
        for (int k = 0; k < p->a.cols; k += BLOCK_DEPTH) {
            int cols = smaller(BLOCK_COLS, p->c.cols - j);
            int depth = smaller(BLOCK_DEPTH, p->a.cols - k);
            block.product.mode = k ? ACCUMULATE : p->mode;
            pack_right(&block, view_part(p->b, k, depth, j, cols));
            for (int i = 0; i < p->c.rows; i += BLOCK_ROWS) {
                int rows = smaller(BLOCK_ROWS, p->c.rows - i);
                block.product.c = view_part(p->c, i, rows, j, cols);
                pack_left(&block, view_part(p->a, i, rows, k, depth));
                multiply_block(&block);
            }
        }
    free(block.b ? block.b : block.a);
}

/* ---- threads ---- */

/* Where a part begins if `whole` is divided at multiples of `unit`. */
static int cut(int whole, int unit, int part, int parts)
{
    return smaller((int)((int64_t)divide_up(whole, unit) * part / parts) * unit, whole);
}

static void multiply_share(const void *job, int part, int parts)
{
    Product p = *(const Product *)job;
    bool by_rows = p.c.rows >= p.c.cols;
    int whole = by_rows ? p.c.rows : p.c.cols,
        unit = by_rows ? tile_rows(p.kernel) : tile_cols(p.kernel);
    int from = cut(whole, unit, part, parts), count = cut(whole, unit, part + 1, parts) - from;
    if (by_rows) {
        p.a = view_part(p.a, from, count, 0, p.a.cols);
        p.c = view_part(p.c, from, count, 0, p.c.cols);
    } else {
        p.b = view_part(p.b, 0, p.b.rows, from, count);
        p.c = view_part(p.c, 0, p.c.rows, from, count);
    }
    multiply(&p);
}

/* ---- small products ---- */

/* The largest sizes, in numbers: of each factor, so that both stay in the L2 cache; of a transposed
   b that is copied to row-major first. */
enum { MOST_SMALL = 1 << 16, MOST_TURNED = 1 << 12 };

/* A product of depth 0 is: tiles write its zeros. */
static bool is_small(const Product *p)
{
    size_t inner = (size_t)p->b.rows, a = (size_t)p->c.rows * inner, b = p->c.row_step * inner;
    return a <= MOST_SMALL && b <= (p->b.col_step == 1 ? (size_t)MOST_SMALL : MOST_TURNED);
}

static void multiply_small(const Product *p)
{
    real turned_b[MOST_TURNED];
    Block block = {.product = *p};
    if (p->b.col_step != 1) {
        block.product.b = (View){p->b.rows, p->b.cols, turned_b, (size_t)p->b.cols, 1};
        copy_turned(block.product.b, p->b);
    }
    multiply_block(&block);
}

void matmul_into(View c, View a, View b, MatmulMode mode)
{
    CHECK(a.cols == b.rows && c.rows == a.rows && c.cols == b.cols && c.col_step == 1,
          "%d × %d by %d × %d into %d × %d", a.rows, a.cols, b.rows, b.cols, c.rows, c.cols);
    Product p = {c, a, b, mode, best_kernel()};
    if (is_small(&p))
        multiply_small(&p);
    else
        run_shares(multiply_share, &p, threads_for((double)c.rows * c.cols * b.rows));
}
