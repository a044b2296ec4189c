#include "base/number.h"

#include "base/random.h"
#include "support/scene.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void assert_fixed(double x, int decimals, const char *expected)
{
    char out[NUMBER_SIZE];
    assert_string_equal(number_fixed(out, x, decimals), expected);
}

static void assert_digits(double x, int digits, const char *expected)
{
    char out[NUMBER_SIZE];
    assert_string_equal(number_digits(out, x, digits), expected);
}

static void fixed_numbers_have_a_real_minus_sign(void **state)
{
    (void)state;
    assert_fixed(-0.125, 3, "−0.125");
    assert_fixed(-12, 0, "−12");
    assert_fixed(0.5, 2, "0.50");
    assert_fixed(3, 0, "3");
    assert_fixed(1234567.25, 1, "1234567.2");
}

static void fixed_numbers_round_half_to_even(void **state)
{
    (void)state;
    assert_fixed(0.125, 2, "0.12");
    assert_fixed(0.375, 2, "0.38");
    assert_fixed(2.5, 0, "2");
    assert_fixed(3.5, 0, "4");
    assert_fixed(-2.5, 0, "−2");
    assert_fixed(0.999, 2, "1.00");
    assert_fixed(99.995, 1, "100.0");
}

static void what_rounds_to_zero_has_no_sign(void **state)
{
    (void)state;
    assert_fixed(-0.0, 2, "0.00");
    assert_fixed(-0.004, 2, "0.00");
    assert_fixed(-0.4, 0, "0");
    assert_fixed(-1e-300, 2, "0.00");
    assert_fixed(-0.005, 2, "−0.01"); /* in binary a little more than a half */
    assert_digits(-0.0, 4, "0");
}

static void numbers_that_are_not_finite_have_names(void **state)
{
    (void)state;
    assert_fixed(INFINITY, 2, "∞");
    assert_fixed(-INFINITY, 2, "−∞");
    assert_fixed(NAN, 2, "nan");
    assert_digits(INFINITY, 2, "∞");
    assert_digits(-INFINITY, 2, "−∞");
    assert_digits(-NAN, 2, "nan");
}

static void huge_fixed_numbers_turn_to_powers_of_ten(void **state)
{
    (void)state;
    assert_fixed(999999999999999, 0, "999999999999999");
    assert_fixed(1e15, 2, "1.00e+15");
    assert_fixed(-1.7976931348623157e308, 2, "−1.80e+308");
}

/* Floats take a road of their own through number_fixed; it must lead to the same digits. */
static void fixed_floats_are_printed_as_by_printf(void **state)
{
    (void)state;
    Random random = random_new(1);
    for (int i = 0; i < 100000; i++) {
        double x =
            (double)(float)(random_normal(&random) * exp2(random_uniform(&random) * 60 - 40));
        int decimals = (int)random_below(&random, 8);
        char out[NUMBER_SIZE], expected[NUMBER_SIZE], *ascii = expected;
        snprintf(expected, sizeof expected, "%.*f", decimals, fabs(x));
        number_fixed(out, x, decimals);
        const char *digits = strncmp(out, "−", strlen("−")) == 0 ? out + strlen("−") : out;
        assert_string_equal(digits, ascii);
        assert_int_equal(digits != out, x < 0 && strspn(ascii, "0.") < strlen(ascii));
    }
}

static void digits_are_significant_ones(void **state)
{
    (void)state;
    assert_digits(0.1234567, 3, "0.123");
    assert_digits(-1.25e-7, 3, "−1.25e−07");
    assert_digits(1e20, 3, "1e+20");
    assert_digits(100, 6, "100");
    assert_digits(1.0 / 3, 9, "0.333333333");
    assert_digits(0x1p-149, 9, "1.40129846e−45");
}

static void assert_whole(Scene *scene, const char *text, long min, long max, long expected)
{
    long value = 77;
    if (!parse_whole("--n", text, min, max, &value, &scene->error))
        fail_msg("%s", scene->error.message);
    assert_true(value == expected);
}

static void whole_numbers_are_read_to_their_limits(void **state)
{
    Scene *scene = *state;
    assert_whole(scene, "0", 0, 5, 0);
    assert_whole(scene, "5", 0, 5, 5);
    assert_whole(scene, "-3", -3, 5, -3);
    assert_whole(scene, "+4", 0, 5, 4);
    assert_whole(scene, "007", 0, 9, 7);
    assert_whole(scene, "9223372036854775807", 0, LONG_MAX, LONG_MAX);
    assert_whole(scene, "-9223372036854775808", LONG_MIN, 0, LONG_MIN);
}

static void a_whole_number_is_nothing_else(void **state)
{
    Scene *scene = *state;
    static const char *const wrong[] = {"",    " ",    "x",   "3x",  "3 ",    " 3",  "3.0",
                                        "1e3", "0x10", "--3", "+-3", "1,000", "nan", "inf",
                                        "３",  "-",    "+",   "3\n", "\t3",   "3-"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        long value = 77;
        assert_fails(parse_whole("--n", wrong[i], 0, 9, &value, &scene->error), scene, EXIT_FAILURE,
                     arena_format(scene->arena, "--n: '%s' is not a whole number", wrong[i]));
        assert_int_equal(value, 77);
    }
}

static void a_whole_number_out_of_range_names_the_range(void **state)
{
    Scene *scene = *state;
    long value = 77;
    static const char *const wrong[] = {"0",
                                        "10",
                                        "-1",
                                        "9223372036854775808",
                                        "-9223372036854775809",
                                        "99999999999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_fails(parse_whole("--n", wrong[i], 1, 9, &value, &scene->error), scene, EXIT_FAILURE,
                     arena_format(scene->arena, "--n: %s is not from 1 to 9", wrong[i]));
    assert_fails(parse_whole("--n", "9223372036854775808", 0, LONG_MAX, &value, &scene->error),
                 scene, EXIT_FAILURE,
                 "--n: 9223372036854775808 is not from 0 to 9223372036854775807");
    assert_int_equal(value, 77);
}

static void assert_decimal(Scene *scene, const char *text, double expected)
{
    double value = 77;
    if (!parse_decimal("--x", text, -INFINITY, INFINITY, &value, &scene->error))
        fail_msg("%s", scene->error.message);
    assert_true(value >= expected && value <= expected);
}

static void decimal_numbers_are_read_exactly(void **state)
{
    Scene *scene = *state;
    assert_decimal(scene, "2", 2);
    assert_decimal(scene, "0.5", 0.5);
    assert_decimal(scene, ".5", 0.5);
    assert_decimal(scene, "5.", 5);
    assert_decimal(scene, "-1e-3", -1e-3);
    assert_decimal(scene, "+1E+3", 1000);
    assert_decimal(scene, "0.1", 0.1);
    assert_decimal(scene, "1e-999", 0);
    assert_decimal(scene, "1.7976931348623157e308", 1.7976931348623157e308);
}

static void a_decimal_number_is_nothing_else(void **state)
{
    Scene *scene = *state;
    static const char *const wrong[] = {"",     " ",   ".",   "e5",  "1e",   "1e+",      "0x1p3",
                                        "0x10", "nan", "NAN", "inf", "-inf", "infinity", "1.2.3",
                                        "1,5",  "1 ",  " 1",  "1\n", "--1",  "1f",       "1e5x"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        double value = 77;
        assert_fails(parse_decimal("--x", wrong[i], 0, 9, &value, &scene->error), scene,
                     EXIT_FAILURE,
                     arena_format(scene->arena, "--x: '%s' is not a decimal number", wrong[i]));
        assert_true(value >= 77);
    }
}

static void a_decimal_number_out_of_range_names_the_range(void **state)
{
    Scene *scene = *state;
    static const char *const wrong[] = {"0.4", "1.6", "-1", "1e999", "-1e999"};
    double value = 77;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_fails(parse_decimal("--x", wrong[i], 0.5, 1.5, &value, &scene->error), scene,
                     EXIT_FAILURE,
                     arena_format(scene->arena, "--x: %s is not from 0.5 to 1.5", wrong[i]));
    assert_true(value >= 77);
}

static void a_decimal_number_is_finite_whatever_the_range(void **state)
{
    Scene *scene = *state;
    double value = 77;
    assert_false(parse_decimal("--x", "1e999", 0, INFINITY, &value, &scene->error));
    assert_false(parse_decimal("--x", "-1e999", -INFINITY, 0, &value, &scene->error));
    assert_true(value >= 77);
}

static void counts_are_in_groups_of_three_digits(void **state)
{
    (void)state;
    char out[NUMBER_SIZE];
    assert_string_equal(number_count(out, 0), "0");
    assert_string_equal(number_count(out, 999), "999");
    assert_string_equal(number_count(out, 1000), "1,000");
    assert_string_equal(number_count(out, -123456), "−123,456");
    assert_string_equal(number_count(out, 1025945028), "1,025,945,028");
    assert_string_equal(number_count(out, 1e18), "1e+18");
    assert_string_equal(number_count(out, (double)INFINITY), "∞");
}

static void powers_of_ten_go_both_ways(void **state)
{
    (void)state;
    assert_true(power_of_ten(0) == 1 && power_of_ten(3) == 1000 && power_of_ten(-2) == 0.01);
}

static void scientific_numbers_have_one_width(void **state)
{
    (void)state;
    char out[NUMBER_SIZE];
    assert_string_equal(number_scientific(out, 9.3132e-10, 2), "9.31e−10");
    assert_string_equal(number_scientific(out, 1, 2), "1.00e+00");
    assert_string_equal(number_scientific(out, -45678, 1), "−4.6e+04");
    assert_string_equal(number_scientific(out, 0, 2), "0.00e+00");
    assert_string_equal(number_scientific(out, (double)INFINITY, 2), "∞");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fixed_numbers_have_a_real_minus_sign),
        cmocka_unit_test(fixed_numbers_round_half_to_even),
        cmocka_unit_test(what_rounds_to_zero_has_no_sign),
        cmocka_unit_test(numbers_that_are_not_finite_have_names),
        cmocka_unit_test(huge_fixed_numbers_turn_to_powers_of_ten),
        cmocka_unit_test(fixed_floats_are_printed_as_by_printf),
        cmocka_unit_test(digits_are_significant_ones),
        cmocka_unit_test(whole_numbers_are_read_to_their_limits),
        cmocka_unit_test(a_whole_number_is_nothing_else),
        cmocka_unit_test(a_whole_number_out_of_range_names_the_range),
        cmocka_unit_test(decimal_numbers_are_read_exactly),
        cmocka_unit_test(a_decimal_number_is_nothing_else),
        cmocka_unit_test(a_decimal_number_out_of_range_names_the_range),
        cmocka_unit_test(a_decimal_number_is_finite_whatever_the_range),
        cmocka_unit_test(counts_are_in_groups_of_three_digits),
        cmocka_unit_test(powers_of_ten_go_both_ways),
        cmocka_unit_test(scientific_numbers_have_one_width),
    };
    return run_scenes(tests);
}
