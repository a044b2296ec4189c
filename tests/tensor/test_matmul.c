/* The product is held against three plain loops bit for bit, by every kernel that this processor
 * has. Only NaNs may differ, in bits that nobody reads. */
#include "tensor/tensor.h"

#include "support/scene.h"

#include <tgmath.h>

static const char *const kernels[] = {"baseline", "avx2", "avx512"};
enum { KERNELS = sizeof kernels / sizeof *kernels };

static void use_kernel(const char *name)
{
    assert_int_equal(setenv("ATTNVIZ_KERNEL", name, 1), 0);
    find_instruction_set();
}

static void use_threads(const char *count)
{
    assert_int_equal(setenv("ATTNVIZ_THREADS", count, 1), 0);
}

static Tensor drawn(Arena *arena, int rows, int cols, const char *name)
{
    Random random = random_named((uint64_t)rows * 10000 + (uint64_t)cols, name);
    Tensor t = tensor_new(arena, rows, cols);
    for (size_t i = 0; i < tensor_size(t); i++)
        t.data[i] = (real)random_normal(&random);
    return t;
}

/* Any bits at all: subnormal, huge, infinite or no number. */
static Tensor drawn_from_bits(Arena *arena, int rows, int cols, Random *random)
{
    Tensor t = tensor_new(arena, rows, cols);
    for (size_t i = 0; i < tensor_size(t); i++) {
        uint64_t bits = random_bits(random);
        memcpy(&t.data[i], &bits, sizeof *t.data);
    }
    return t;
}

static Tensor copy_of(Arena *arena, Tensor t)
{
    Tensor copy = tensor_new(arena, t.rows, t.cols);
    if (tensor_size(t))
        memcpy(copy.data, t.data, tensor_size(t) * sizeof *t.data);
    return copy;
}

static bool same_number(real x, real y)
{
    return (isnan(x) && isnan(y)) || memcmp(&x, &y, sizeof x) == 0;
}

static void assert_same(Tensor t, Tensor expected, const char *kernel)
{
    assert_true(same_shape(t, expected));
    for (size_t i = 0; i < tensor_size(t); i++)
        fail_if(!same_number(t.data[i], expected.data[i]),
                "%s, %d × %d, element %zu: %a, expected %a", kernel, t.rows, t.cols, i,
                (double)t.data[i], (double)expected.data[i]);
}

/* By three plain loops. */
static void matmul_reference(Tensor c, View a, View b, MatmulMode mode)
{
    for (int i = 0; i < c.rows; i++)
        for (int j = 0; j < c.cols; j++) {
            real *out = tensor_row(c, i) + j, sum = mode == ACCUMULATE ? *out : 0;
            for (int k = 0; k < a.cols; k++)
                sum = fma(*view_part(a, i, 1, k, 1).data, *view_part(b, k, 1, j, 1).data, sum);
            *out = sum;
        }
}

/* c is what stands in the result before. */
static void assert_product(Arena *arena, Tensor c, View a, View b, MatmulMode mode)
{
    Tensor expected = copy_of(arena, c);
    matmul_reference(expected, a, b, mode);
    for (int i = 0; i < KERNELS; i++) {
        Tensor result = copy_of(arena, c);
        use_kernel(kernels[i]);
        matmul_into(view_of(result), a, b, mode);
        assert_same(result, expected, kernels[i]);
    }
}

static View operand(Arena *arena, int rows, int cols, bool turned, const char *name)
{
    return turned ? view_transposed(drawn(arena, cols, rows, name))
                  : view_of(drawn(arena, rows, cols, name));
}

/* Both modes and all four transpositions of c[rows,cols] = a[rows,depth] · b[depth,cols]. */
static void assert_shape(Arena *arena, int rows, int depth, int cols)
{
    Tensor c = drawn(arena, rows, cols, "c");
    for (int variant = 0; variant < 8; variant++) {
        View a = operand(arena, rows, depth, variant & 1, "a");
        View b = operand(arena, depth, cols, variant & 2, "b");
        assert_product(arena, c, a, b, variant & 4 ? ACCUMULATE : OVERWRITE);
    }
    arena_reset(arena);
}

/* Around the sides of the tiles: 4 × 16, 4 × 24, 8 × 48. */
TEST(small_products_have_the_bits_of_the_reference)
{
    static const int rows[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 25};
    static const int depths[] = {0, 1, 2, 7, 8, 9},
                     cols[] = {0, 1, 2, 15, 16, 17, 24, 25, 32, 33, 48, 49, 65};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t k = 0; k < sizeof depths / sizeof *depths; k++)
            for (size_t j = 0; j < sizeof cols / sizeof *cols; j++)
                assert_shape(scene->arena, rows[i], depths[k], cols[j]);
}

/* Around the sides of the blocks: 96 × 256 of a, 256 × 768 of b; with few rows or columns, so that
   a factor stays where it is, and with many. */
TEST(large_products_have_the_bits_of_the_reference)
{
    assert_shape(scene->arena, 1, 600, 1);
    assert_shape(scene->arena, 96, 256, 32);
    assert_shape(scene->arena, 97, 257, 33);
    assert_shape(scene->arena, 5, 255, 512);
    assert_shape(scene->arena, 13, 513, 769);
    assert_shape(scene->arena, 200, 3, 770);
    assert_shape(scene->arena, 70, 600, 130);
    assert_shape(scene->arena, 98, 300, 260);
}

/* A product above the size from which threads share it, tall or wide. */
static void assert_threads_agree(Arena *arena, int rows, int depth, int cols)
{
    static const char *const counts[] = {"1", "2", "3", "8"};
    View a = operand(arena, rows, depth, false, "a"), b = operand(arena, depth, cols, true, "b");
    Tensor expected = tensor_new(arena, rows, cols), result = tensor_new(arena, rows, cols);
    matmul_reference(expected, a, b, OVERWRITE);
    use_kernel("");
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        use_threads(counts[i]);
        memset(result.data, 0xff, tensor_size(result) * sizeof *result.data);
        matmul_into(view_of(result), a, b, OVERWRITE);
        assert_same(result, expected, counts[i]);
    }
}

TEST(any_number_of_threads_gives_the_same_bits)
{
    assert_threads_agree(scene->arena, 1100, 61, 500);
    assert_threads_agree(scene->arena, 7, 1023, 4700);
}

/* (1 + u)² − (1 + 2u) is u²: nothing is left of it when the square is rounded first. */
TEST(each_step_is_rounded_once)
{
    const real u = sizeof(real) == 4 ? (real)0x1p-12 : (real)0x1p-27;
    Tensor factor = tensor_new(scene->arena, 1, 1), sum = tensor_new(scene->arena, 1, 1);
    factor.data[0] = 1 + u;
    for (int i = 0; i < KERNELS; i++) {
        use_kernel(kernels[i]);
        sum.data[0] = -(1 + 2 * u);
        matmul_into(view_of(sum), view_of(factor), view_of(factor), ACCUMULATE);
        assert_true(same_number(sum.data[0], u * u));
    }
}

/* A kernel may have to build the fused multiply-add from other arithmetic. */
TEST(any_bits_are_multiplied_as_by_the_library)
{
    Random random = random_new(1);
    for (int round = 0; round < 100; round++) {
        Tensor a = drawn_from_bits(scene->arena, 40, 1, &random);
        Tensor b = drawn_from_bits(scene->arena, 1, 40, &random);
        Tensor c = drawn_from_bits(scene->arena, 40, 40, &random);
        assert_product(scene->arena, c, view_of(a), view_of(b), ACCUMULATE);
        assert_product(scene->arena, c, view_of(a), view_of(b), OVERWRITE);
        arena_reset(scene->arena);
    }
}

/* Sums of a product and something of nearly its size or of nearly half its last place. */
TEST(near_halves_are_rounded_as_by_the_library)
{
    enum { SIZE = 40 };
    Random random = random_new(2);
    for (int round = 0; round < 100; round++) {
        Tensor a = tensor_new(scene->arena, SIZE, 1), b = tensor_new(scene->arena, 1, SIZE);
        Tensor c = tensor_new(scene->arena, SIZE, SIZE);
        for (int i = 0; i < SIZE; i++) {
            a.data[i] = (real)(1 + random_below(&random, 1 << 12)) * (real)0x1p-12;
            b.data[i] = (real)(1 + random_below(&random, 1 << 13)) * (real)0x1p-12;
        }
        for (size_t i = 0; i < tensor_size(c); i++)
            c.data[i] = (real)ldexp(1 - 2 * (double)random_below(&random, 2),
                                    (int)random_below(&random, 120) - 60);
        assert_product(scene->arena, c, view_of(a), view_of(b), ACCUMULATE);
        arena_reset(scene->arena);
    }
}

/* Zeros that fill up the strips must not meet them. */
TEST(infinities_and_nans_stay_in_their_rows_and_columns)
{
    Tensor a = drawn(scene->arena, 13, 5, "a"), b = drawn(scene->arena, 5, 33, "b");
    Tensor c = tensor_new(scene->arena, 13, 33);
    tensor_row(a, 12)[4] = (real)INFINITY;
    tensor_row(a, 3)[0] = (real)NAN;
    tensor_row(b, 2)[32] = -(real)INFINITY;
    for (int k = 0; k < KERNELS; k++) {
        use_kernel(kernels[k]);
        matmul_into(view_of(c), view_of(a), view_of(b), OVERWRITE);
        for (int i = 0; i < 13; i++)
            for (int j = 0; j < 33; j++)
                assert_int_equal(isfinite(at(c, i, j)), i != 12 && i != 3 && j != 32);
    }
    assert_product(scene->arena, c, view_of(a), view_of(b), OVERWRITE);
}

TEST(without_an_inner_dimension_a_product_is_zero)
{
    Tensor a = tensor_new(scene->arena, 3, 0), b = tensor_new(scene->arena, 0, 2);
    Tensor c = drawn(scene->arena, 3, 2, "c"), before = copy_of(scene->arena, c);
    matmul_into(view_of(c), view_of(a), view_of(b), ACCUMULATE);
    assert_same(c, before, "accumulating");
    matmul_into(view_of(c), view_of(a), view_of(b), OVERWRITE);
    assert_same(c, tensor_new(scene->arena, 3, 2), "overwriting");
}

TEST(an_empty_product_is_left_alone)
{
    Tensor none = tensor_new(scene->arena, 0, 4), b = drawn(scene->arena, 4, 5, "b");
    matmul_into(view_of(tensor_new(scene->arena, 0, 5)), view_of(none), view_of(b), OVERWRITE);
    matmul_into(view_of(tensor_new(scene->arena, 5, 0)), view_transposed(b), view_transposed(none),
                ACCUMULATE);
}

TEST_ABORTS(shapes_that_do_not_fit_are_a_bug)
{
    Tensor a = tensor_new(scene->arena, 2, 3), c = tensor_new(scene->arena, 2, 3);
    signal(SIGABRT, SIG_DFL);
    matmul_into(view_of(c), view_of(a), view_of(a), OVERWRITE);
}

int main(void)
{
    unsetenv("ATTNVIZ_THREADS");
    return run_all_tests();
}
