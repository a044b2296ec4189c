#include "support/case_list.h"

#include <limits.h>

static void check_fixed(Scene *scene, const char *const *columns)
{
    char out[NUMBER_SIZE];
    (void)scene;
    assert_string_equal(number_fixed(out, strtod(columns[0], NULL), atoi(columns[1])), columns[2]);
}

static void check_scientific(Scene *scene, const char *const *columns)
{
    char out[NUMBER_SIZE];
    (void)scene;
    assert_string_equal(number_scientific(out, strtod(columns[0], NULL), atoi(columns[1])),
                        columns[2]);
}

static void check_count(Scene *scene, const char *const *columns)
{
    char out[NUMBER_SIZE];
    (void)scene;
    assert_string_equal(number_count(out, strtod(columns[0], NULL)), columns[1]);
}

static void check_digits(Scene *scene, const char *const *columns)
{
    char out[NUMBER_SIZE];
    (void)scene;
    assert_string_equal(number_digits(out, strtod(columns[0], NULL), atoi(columns[1])), columns[2]);
}

/* Floats take a road of their own through number_fixed; it must lead to the same digits. */
TEST(fixed_floats_are_printed_as_by_printf)
{
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

static void check_whole(Scene *scene, const char *const *columns)
{
    (void)scene;
    long value = parse_whole("--n", columns[0], atol(columns[1]), atol(columns[2]));
    assert_true(value == atol(columns[3]));
}

static void check_no_whole(Scene *scene, const char *const *columns)
{
    assert_refused(parse_whole("--n", columns[0], 0, 9),
                   arena_format(scene->arena, "--n: '%s' is not a whole number", columns[0]));
}

TEST_CASES(a_whole_number_is_nothing_else, "base/numbers.list", "no whole number", check_no_whole)

TEST(a_whole_number_out_of_range_names_the_range)
{
    static const char *const wrong[] = {"0",
                                        "10",
                                        "-1",
                                        "9223372036854775808",
                                        "-9223372036854775809",
                                        "99999999999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_refused(parse_whole("--n", wrong[i], 1, 9),
                       arena_format(scene->arena, "--n: %s is not from 1 to 9", wrong[i]));
    assert_refused(parse_whole("--n", "9223372036854775808", 0, LONG_MAX),
                   "--n: 9223372036854775808 is not from 0 to 9223372036854775807");
}

static void check_decimal(Scene *scene, const char *const *columns)
{
    (void)scene;
    double expected = strtod(columns[1], NULL);
    double value = parse_decimal("--x", columns[0], -INFINITY, INFINITY);
    assert_true(value >= expected && value <= expected);
}

static void check_no_decimal(Scene *scene, const char *const *columns)
{
    assert_refused(parse_decimal("--x", columns[0], 0, 9),
                   arena_format(scene->arena, "--x: '%s' is not a decimal number", columns[0]));
}

TEST_CASES(a_decimal_number_is_nothing_else, "base/numbers.list", "no decimal number",
           check_no_decimal)

TEST(a_decimal_number_out_of_range_names_the_range)
{
    static const char *const wrong[] = {"0.4", "1.6", "-1", "1e999", "-1e999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_refused(parse_decimal("--x", wrong[i], 0.5, 1.5),
                       arena_format(scene->arena, "--x: %s is not from 0.5 to 1.5", wrong[i]));
}

TEST(a_decimal_number_is_finite_whatever_the_range)
{
    assert_failing(parse_decimal("--x", "1e999", 0, INFINITY));
    assert_failing(parse_decimal("--x", "-1e999", -INFINITY, 0));
}

TEST(powers_of_ten_go_both_ways)
{
    assert_true(power_of_ten(0) == 1 && power_of_ten(3) == 1000 && power_of_ten(-2) == 0.01);
}

TEST_CASES(numbers_of_fixed_decimals, "base/numbers.list", "fixed", check_fixed)

TEST_CASES(numbers_of_significant_digits, "base/numbers.list", "digits", check_digits)

TEST_CASES(scientific_numbers_have_one_width, "base/numbers.list", "scientific", check_scientific)

TEST_CASES(counts_are_in_groups_of_three_digits, "base/numbers.list", "counts", check_count)

TEST_CASES(whole_numbers_are_read_to_their_limits, "base/numbers.list", "whole", check_whole)

TEST_CASES(decimal_numbers_are_read_exactly, "base/numbers.list", "decimal", check_decimal)
