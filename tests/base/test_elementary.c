#include "support/scene.h"

typedef double Function(double);

/* How far x lies from `expected`, in units of the last place of `expected`. */
static double units_apart(double x, double expected)
{
    if (isnan(x) || isnan(expected))
        return isnan(x) && isnan(expected) ? 0 : INFINITY;
    if (isinf(expected) || isinf(x))
        return isinf(x) && isinf(expected) && (x > 0) == (expected > 0) ? 0 : INFINITY;
    double size = fabs(expected), unit = nextafter(size, INFINITY) - size;
    return fabs(x - expected) / unit;
}

static void assert_near(Function *ours, Function *theirs, double x, double units)
{
    double value = ours(x), expected = theirs(x);
    fail_if(!(units_apart(value, expected) <= units), "at %a: %a, expected %a", x, value, expected);
}

/* At many places between low and high, and at many near zero when zero is between them. */
static void assert_near_between(Function *ours, Function *theirs, double low, double high,
                                double units)
{
    Random random = random_new(1);
    for (int i = 0; i < 50000; i++) {
        double x = low + (high - low) * random_uniform(&random);
        assert_near(ours, theirs, x, units);
        double tiny = x * exp2(-60 * random_uniform(&random));
        if (low < 0)
            assert_near(ours, theirs, tiny, units);
    }
}

/* Of two places that each function may be off, one is the C library's. */
enum { UNITS = 2 };

TEST(exp_is_near_the_library)
{
    assert_near_between(portable_exp, exp, -1, 1, UNITS);
    assert_near_between(portable_exp, exp, -745, 709.78, UNITS);
}

TEST(erf_is_near_the_library)
{
    /* x² is up to 36, and exp(−x²) multiplies its rounding error by that */
    enum { MORE_UNITS = 40 };
    assert_near_between(portable_erf, erf, -7, 7, MORE_UNITS);
    assert_true(portable_erf(0) <= 0 && portable_erf(-100) <= -1 && portable_erf(100) >= 1);
    assert_true(isnan(portable_erf(NAN)));
}

TEST(exp_ends_in_zero_and_infinity)
{
    const double places[] = {-INFINITY, -1e308,        -746,          -745.14, -745.13,  -744.5,
                             -708.4,    -708.39,       -0x1p-1074,    -0.0,    0,        0x1p-1074,
                             709.7,     709.782712893, 709.782712894, 1e308,   INFINITY, NAN};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        assert_near(portable_exp, exp, places[i], 1);
    assert_true(portable_exp(-INFINITY) <= 0 && !signbit(portable_exp(-INFINITY)));
    assert_true(portable_exp(0) <= 1 && portable_exp(0) >= 1);
}

TEST(exp_dwindles_gradually)
{
    double before = portable_exp(-700);
    for (double x = -700.01; x > -747; x -= 0.01) {
        double value = portable_exp(x);
        assert_true(value >= 0 && value <= before);
        assert_true(value > 0 || x < -745);
        before = value;
    }
}

TEST(log_is_near_the_library)
{
    assert_near_between(portable_log, log, 1e-3, 3, UNITS);
    assert_near_between(portable_log, log, 0.99, 1.01, UNITS);
    for (int e = -1074; e < 1024; e++) {
        assert_near(portable_log, log, ldexp(1, e), UNITS);
        assert_near(portable_log, log, ldexp(0x1.fffffffffffffp+0, e), UNITS);
    }
    assert_near(portable_log, log, nextafter(1, 0), UNITS);
    assert_near(portable_log, log, nextafter(1, 2), UNITS);
    assert_true(portable_log(1) >= 0 && portable_log(1) <= 0);
}

TEST(sine_and_cosine_are_near_the_library)
{
    assert_near_between(portable_sin, sin, -4, 4, UNITS);
    assert_near_between(portable_cos, cos, -4, 4, UNITS);
    assert_near_between(portable_sin, sin, -0x1p20, 0x1p20, UNITS);
    assert_near_between(portable_cos, cos, -0x1p20, 0x1p20, UNITS);
}

/* Where a multiple of π/2 cancels nearly all of the angle. */
TEST(sine_and_cosine_are_near_the_library_at_quarter_turns)
{
    for (int n = -667000; n <= 667000; n += n < -99 || n > 99 ? 997 : 1)
        for (int side = -1; side <= 1; side++) {
            double x = n * M_PI_2;
            if (side)
                x = nextafter(x, side < 0 ? -INFINITY : INFINITY);
            assert_near(portable_sin, sin, x, UNITS);
            assert_near(portable_cos, cos, x, UNITS);
            assert_near(portable_sin, sin, n * M_PI_4, UNITS);
            assert_near(portable_cos, cos, n * M_PI_4, UNITS);
        }
}

TEST(sine_keeps_the_sign_of_zero)
{
    assert_true(signbit(portable_sin(-0.0)) && portable_sin(-0.0) >= 0);
    assert_false(signbit(portable_sin(0.0)));
    assert_near(portable_sin, sin, 0x1p-1074, 0);
    assert_near(portable_cos, cos, 0x1p-1074, 0);
}

TEST(sine_and_cosine_of_too_large_an_angle_are_no_number)
{
    const double places[] = {0x1.0000000000001p+20, -1e7, 1e300, INFINITY, -INFINITY, NAN};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        assert_true(isnan(portable_sin(places[i])));
        assert_true(isnan(portable_cos(places[i])));
    }
    assert_near(portable_sin, sin, 0x1p20, UNITS);
    assert_near(portable_cos, cos, -0x1p20, UNITS);
}

TEST(the_bits_are_the_same_on_every_machine)
{
    static const struct {
        Function *function;
        double x, value;
    } cases[] = {
#include "base/bits.list"
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value = cases[i].function(cases[i].x);
        fail_if(units_apart(value, cases[i].value) > 0, "case %zu at %a: %a", i, cases[i].x, value);
    }
}
