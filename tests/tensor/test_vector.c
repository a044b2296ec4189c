#include "tensor/tensor.h"

#include "support/scene.h"

#include <float.h>

#ifdef ATTNVIZ_DOUBLE
static const double EPSILON = DBL_EPSILON, LOWEST = -745.2, SMALLEST = 0x1p-1074;
static const double UNDERFLOWS = -708.3, OVERFLOWS = 709.79;
#else
static const double EPSILON = FLT_EPSILON, LOWEST = -104, SMALLEST = 0x1p-149;
static const double UNDERFLOWS = -87.3, OVERFLOWS = 88.73;
#endif

enum { LONGEST = 140 }; /* more than four rounds of 32 lanes and their rest */

static real *drawn(Arena *arena, int n, const char *name)
{
    Random random = random_named(1, name);
    real *x = tensor_new(arena, 1, n).data;
    for (int i = 0; i < n; i++)
        x[i] = (real)random_normal(&random);
    return x;
}

static bool same(real x, real y)
{
    return memcmp(&x, &y, sizeof x) == 0;
}

TEST(the_largest_is_found_wherever_it_stands)
{
    for (int n = 1; n < LONGEST; n++) {
        real *x = drawn(scene->arena, n, "x");
        for (int i = 0; i < n; i++) {
            real before = x[i];
            x[i] = 10;
            assert_true(same(vector_max(x, n), 10));
            x[i] = (real)INFINITY;
            assert_true(same(vector_max(x, n), (real)INFINITY));
            x[i] = before;
        }
    }
}

TEST(the_largest_may_be_negative_or_infinitely_so)
{
    real *x = drawn(scene->arena, LONGEST, "x");
    for (int i = 0; i < LONGEST; i++)
        x[i] = i % 3 ? -(real)INFINITY : -(real)(i + 1);
    assert_true(same(vector_max(x, LONGEST), -1));
    assert_true(same(vector_max(x + 1, 2), -(real)INFINITY));
    assert_true(same(vector_max(x, 0), -(real)INFINITY));
}

TEST(the_largest_passes_over_what_is_no_number)
{
    for (int n = 2; n < LONGEST; n++)
        for (int i = 0; i < n; i++) {
            real *x = tensor_new(scene->arena, 1, n).data;
            x[i] = (real)NAN;
            assert_true(same(vector_max(x, n), 0));
        }
}

/* The order that vector.c promises, one addition after the other. */
static real sum_in_lanes(const real *x, const real *y, int n)
{
    volatile real lane[32] = {0};
    for (int i = 0; i < n; i++) {
        volatile real term = y ? x[i] * y[i] : x[i];
        lane[i % 32] = lane[i % 32] + term;
    }
    for (int half = 16; half; half /= 2)
        for (int l = 0; l < half; l++)
            lane[l] = lane[l] + lane[l + half];
    return lane[0];
}

TEST(sums_have_one_order_whatever_the_vectors)
{
    real *x = drawn(scene->arena, 1000 + LONGEST, "x"),
         *y = drawn(scene->arena, 1000 + LONGEST, "y");
    for (int n = 0; n < 1000 + LONGEST; n += n < LONGEST ? 1 : 83) {
        assert_true(same(vector_sum(x, n), sum_in_lanes(x, NULL, n)));
        assert_true(same(vector_dot(x, y, n), sum_in_lanes(x, y, n)));
    }
    for (int shift = 0; shift < 16; shift++) /* wherever the numbers lie in memory */
        assert_true(same(vector_dot(x + shift, y, LONGEST), sum_in_lanes(x + shift, y, LONGEST)));
}

/* The same number by number. */
static Survey surveyed(const real *x, const real *mask, int n)
{
    Survey s = {0};
    for (int i = 0; i < n; i++) {
        bool hidden = mask && isinf(mask[i]), finite = isfinite(x[i]);
        s.hidden += hidden;
        s.unseen += hidden || !finite;
        s.negative |= x[i] < 0;
        s.infinite |= isinf(x[i]);
        if (finite && fabs((double)x[i]) > (double)s.size_all)
            s.size_all = (real)fabs((double)x[i]);
        if (finite && !hidden && fabs((double)x[i]) > (double)s.size)
            s.size = (real)fabs((double)x[i]);
    }
    return s;
}

static void assert_surveyed(const real *x, const real *mask, int n)
{
    Survey survey = {0}, expected = surveyed(x, mask, n);
    survey_add(&survey, vector_survey(x, mask, n / 3));
    survey_add(&survey, vector_survey(x + n / 3, mask ? mask + n / 3 : NULL, n - n / 3));
    assert_int_equal(survey.hidden, expected.hidden);
    assert_int_equal(survey.unseen, expected.unseen);
    assert_int_equal(survey.negative, expected.negative);
    assert_int_equal(survey.infinite, expected.infinite);
    assert_true(same(survey.size, expected.size) && same(survey.size_all, expected.size_all));
}

TEST(a_survey_counts_what_is_there)
{
    const real odd[] = {(real)NAN, (real)INFINITY, -(real)INFINITY, (real)-0.0, 7};
    real x[LONGEST], mask[LONGEST];
    Random random = random_new(1);
    for (int round = 0; round < 1000; round++) {
        for (int i = 0; i < LONGEST; i++) {
            uint32_t kind = random_below(&random, round % 2 ? 200 : 20);
            x[i] = kind < 5 ? odd[kind] : (real)(random_uniform(&random) - round % 3 / 2.0);
            mask[i] = random_below(&random, 2) ? 0 : -(real)INFINITY;
        }
        assert_surveyed(x, NULL, round % LONGEST);
        assert_surveyed(x, mask, round % LONGEST);
    }
}

TEST(sums_are_near_the_true_ones)
{
    enum { COUNT = 10000 };
    real *x = drawn(scene->arena, COUNT, "x"), *y = drawn(scene->arena, COUNT, "y");
    long double sum = 0, dot = 0, sizes = 0, products = 0;
    for (int i = 0; i < COUNT; i++) {
        sum += (long double)x[i];
        sizes += fabsl((long double)x[i]);
        dot += (long double)x[i] * (long double)y[i];
        products += fabsl((long double)x[i] * (long double)y[i]);
    }
    long double bound = COUNT / 32.0L * (long double)EPSILON;
    assert_true(fabsl((long double)vector_sum(x, COUNT) - sum) < sizes * bound);
    assert_true(fabsl((long double)vector_dot(x, y, COUNT) - dot) < products * bound);
}

/* exp(x) beside the long double one, in units in the last place of a normal result, or of the
   smallest number. */
static double units_off(real value, double x)
{
    long double expected = expl((long double)x);
    int exponent;
    frexp((double)expected, &exponent);
    double unit = ldexp(EPSILON, exponent - 1);
    return (double)fabsl((long double)value - expected) / (unit > SMALLEST ? unit : SMALLEST);
}

/* Far from zero, where the sum of squares alone would say nothing of the spread. */
TEST(sums_about_a_number_keep_their_digits_far_from_zero)
{
    for (int n = 1; n < LONGEST; n++) {
        real *x = drawn(scene->arena, n, "x");
        double away = 0, squares = 0;
        for (int i = 0; i < n; i++) {
            x[i] = 1000 + (real)0.01 * x[i];
            away += (double)(x[i] - x[0]);
            squares += pow((double)(x[i] - x[0]), 2);
        }
        Sums sums = vector_sums(x, x[0], n);
        assert_true(fabs(sums.away - away) <= 8 * EPSILON * n * 0.05);
        assert_true(fabs(sums.squares - squares) <= 8 * EPSILON * squares);
    }
}

TEST(exponentials_are_within_two_units)
{
    enum { COUNT = 100000 };
    Random random = random_new(1);
    real *x = tensor_new(scene->arena, 1, COUNT).data, *y = tensor_new(scene->arena, 1, COUNT).data;
    for (int i = 0; i < COUNT; i++) {
        double between = LOWEST + (OVERFLOWS - 0.02 - LOWEST) * random_uniform(&random);
        x[i] = (real)(i % 2 ? between : between * exp2(-60 * random_uniform(&random)));
    }
    vector_exp(y, x, 0, COUNT);
    for (int i = 0; i < COUNT; i++)
        fail_if(!(units_off(y[i], (double)x[i]) < 2), "exp(%a) = %a", (double)x[i], (double)y[i]);
}

static real exponential(double x)
{
    real value = (real)x;
    vector_exp(&value, &value, 0, 1);
    return value;
}

TEST(exponentials_of_hidden_scores_are_exactly_zero)
{
    assert_true(same(exponential(-INFINITY), 0));
    assert_true(same(exponential(-DBL_MAX), 0));
    assert_true(same(exponential(LOWEST - 1), 0));
    real hidden[2] = {-(real)INFINITY, 3}, out[2];
    const real shifts[] = {3, -1e30f, 1e30f, -(real)FLT_MAX};
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++) {
        vector_exp(out, hidden, shifts[i], 2);
        assert_true(same(out[0], 0));
    }
}

TEST(exponentials_dwindle_gradually)
{
    double before = (double)exponential(UNDERFLOWS + 1);
    for (double x = UNDERFLOWS + 1; x > LOWEST - 2; x -= 0.01) {
        double value = (double)exponential(x);
        assert_true(value >= 0 && value <= before);
        assert_true(value > 0 || x < LOWEST + 0.5);
        before = value;
    }
}

TEST(exponentials_have_their_limits)
{
    assert_true(same(exponential(0), 1));
    assert_true(same(exponential(-0.0), 1));
    assert_true(isfinite(exponential(OVERFLOWS - 0.02)));
    assert_true(isinf(exponential(OVERFLOWS)));
    assert_true(isinf(exponential(1e30)));
    assert_true(isinf(exponential(INFINITY)));
    assert_true(isnan(exponential(NAN)));
    assert_true(isnan(exponential(-NAN)));
}

/* A number's exponential must not depend on its neighbours or its place. */
TEST(exponentials_are_the_same_in_any_company)
{
    for (int n = 0; n < LONGEST; n++) {
        real *x = drawn(scene->arena, n + 1, "x"), *y = tensor_new(scene->arena, 1, n + 1).data;
        if (n > 3)
            x[3] = (real)NAN;
        y[n] = 77;
        vector_exp(y, x, (real)0.5, n);
        for (int i = 0; i < n; i++)
            if (i != 3)
                assert_true(same(y[i], exponential((double)(x[i] - (real)0.5))));
        assert_true(same(y[n], 77)); /* not a number too far */
    }
}

TEST(exponentials_have_the_same_bits_on_every_machine)
{
    enum { COUNT = 5 };
    const real x[COUNT] = {(real)-0.75, -10, -25, 6, (real)-100.25};
#ifdef ATTNVIZ_DOUBLE
    const real expected[COUNT] = {0x1.78b56362cef38p-2, 0x1.2899a7a835446p-15,
                                  0x1.7c8d573a59b12p-37, 0x1.3a30cf1ccbb3ep+8,
                                  0x1.01a0e5643644fp-145};
#else
    const real expected[COUNT] = {0x1.78b564p-2f, 0x1.2899a8p-15f, 0x1.7c8d58p-37f, 0x1.3a30dp+8f,
                                  0x1p-145f};
#endif
    real y[COUNT];
    vector_exp(y, x, (real)0.25, COUNT);
    for (int i = 0; i < COUNT; i++)
        assert_true(same(y[i], expected[i]));
}

TEST(scaling_multiplies_each)
{
    for (int n = 0; n < LONGEST; n++) {
        real *x = drawn(scene->arena, n + 1, "x"), *y = drawn(scene->arena, n + 1, "x");
        real *z = drawn(scene->arena, n + 1, "x");
        vector_scale(y, y, 3, n);
        vector_divide(z, x, 3, n);
        for (int i = 0; i < n; i++) {
            assert_true(same(y[i], x[i] * 3));
            assert_true(same(z[i], x[i] / 3));
        }
        assert_true(same(y[n], x[n]));
        assert_true(same(z[n], x[n]));
    }
}

/* A masked end is left out in pieces: every length of it gives the bits of computing all. */
TEST(a_masked_end_changes_no_weight)
{
    enum { N = 600 };
    real *x = drawn(scene->arena, N, "x"), *weights = drawn(scene->arena, N, "y");
    real *whole = drawn(scene->arena, N, "y");
    for (int seen = N; seen >= 0; seen--) {
        if (seen < N)
            x[seen] = -(real)INFINITY;
        vector_softmax(weights, x, N);
        real max = vector_max(x, N);
        vector_exp(whole, x, isinf(max) ? 0 : max, N);
        real sum = vector_sum(whole, N);
        for (int i = 0; i < N; i++)
            assert_true(same(weights[i], sum > 0 ? whole[i] * (1 / sum) : 0));
    }
}

TEST(a_scaled_row_is_added)
{
    for (int n = 0; n < LONGEST; n++) {
        real *x = drawn(scene->arena, n + 1, "x"), *y = drawn(scene->arena, n + 1, "y");
        real *sum = drawn(scene->arena, n + 1, "y");
        vector_add_scaled(sum, -2, x, n);
        for (int i = 0; i < n; i++) {
            volatile real product = -2 * x[i];
            assert_true(same(sum[i], y[i] + product));
        }
        assert_true(same(sum[n], y[n]));
    }
}

/* (1 + u)² − (1 + 2u): fused it would be u². */
TEST(products_are_rounded_before_they_are_added)
{
    const real u = sizeof(real) == 4 ? (real)0x1p-12 : (real)0x1p-27;
    real *x = tensor_new(scene->arena, 1, 20).data, *y = tensor_new(scene->arena, 1, 20).data;
    for (int i = 0; i < 20; i++) {
        x[i] = 1 + u;
        y[i] = -(1 + 2 * u);
    }
    vector_add_scaled(y, 1 + u, x, 20);
    for (int i = 0; i < 20; i++)
        assert_true(same(y[i], 0));
}

TEST(the_first_of_the_largest_is_taken)
{
    real inf = (real)INFINITY;
    real numbers[] = {1,         4,    4,   /**/ -3, -2, -1, /**/ -inf, -inf, 0, /**/ 0, 0, 0,
                      /**/ -inf, -inf, -inf};
    static const int expected[] = {1, 2, 2, 0, 0};
    for (int row = 0; row < 5; row++)
        assert_int_equal(largest_in_row((Tensor){5, 3, numbers}, row), expected[row]);
}

TEST(the_largest_places_come_in_order_and_of_equals_the_first)
{
    static const real numbers[] = {2, 5, 1, 5, 3};
    static const bool left_out[] = {false, true, false, false, false};
    static const int all[] = {1, 3, 4, 0, 2}, some[] = {3, 4};
    int places[5];
    for (int most = 0; most <= 6; most++) {
        int count = largest_places(numbers, 5, NULL, most, places);
        assert_int_equal(count, most < 5 ? most : 5);
        assert_memory_equal(places, all, (size_t)count * sizeof *places);
    }
    assert_int_equal(largest_places(numbers, 5, left_out, 2, places), 2);
    assert_memory_equal(places, some, sizeof some);
}

TEST(sizes_are_found_and_counted_cell_by_cell)
{
    for (int n = 0; n < LONGEST; n++) {
        real *x = drawn(scene->arena, n + 1, "x"), size = 0;
        for (int i = 0; i < n; i++) {
            real of = (real)fabs((double)x[i]);
            size = of > size ? of : size;
        }
        assert_true(vector_size(x, n) == size);
    }
}

TEST(the_ends_of_each_column_are_of_what_is_seen)
{
    real inf = (real)INFINITY, high[] = {-inf, -inf, -inf}, low[] = {inf, inf, inf};
    real rows[] = {1, NAN, 0, -1, -2, 5, 0.5f, 3, 6}, mask[] = {0, 0, -inf, 0, 0, -inf, 0, 0, -inf};
    for (int i = 0; i < 9; i += 3)
        vector_widen(high, low, rows + i, mask + i, 3);
    assert_true(high[0] == 1 && low[0] == -1);
    assert_true(high[1] == 3 && low[1] == -2);
    assert_true(high[2] == -inf && low[2] == inf);
    for (int i = 0; i < 9; i += 3)
        vector_widen(high, low, rows + i, NULL, 3);
    assert_true(high[2] == 6 && low[2] == 0);
}

/* Most cells are masked at the end of a row, which is not looked at one by one. */
TEST(the_ends_of_wide_rows_are_those_cell_by_cell)
{
    enum { ROWS = 3, COLS = 500 };
    real *high = tensor_filled(scene->arena, 1, COLS, -(real)INFINITY).data;
    real *low = tensor_filled(scene->arena, 1, COLS, (real)INFINITY).data;
    Tensor mask = tensor_new(scene->arena, ROWS, COLS);
    Tensor x = {ROWS, COLS, drawn(scene->arena, ROWS * COLS, "x")};
    for (int i = 0; i < ROWS; i++)
        for (int j = 180 * i + 7; j < COLS; j++)
            tensor_row(mask, i)[j] = -(real)INFINITY;
    for (int i = 0; i < ROWS; i++)
        vector_widen(high, low, tensor_row(x, i), tensor_row(mask, i), COLS);
    for (int j = 0; j < COLS; j++) {
        real most = -(real)INFINITY, least = (real)INFINITY;
        for (int i = 0; i < ROWS; i++)
            if (!isinf(at(mask, i, j))) {
                most = at(x, i, j) > most ? at(x, i, j) : most;
                least = at(x, i, j) < least ? at(x, i, j) : least;
            }
        assert_true(high[j] == most && low[j] == least);
    }
}
