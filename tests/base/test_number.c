#include "support/case_list.h"

#include <limits.h>

/* In one of three ways, with so many decimals or digits. */
static void check_written(Scene *scene, const char *const *columns)
{
    char out[NUMBER_SIZE];
    double x = strtod(columns[1], NULL);
    int digits = atoi(columns[2]);
    (void)scene;
    assert_string_equal(!strcmp(columns[0], "fixed")    ? number_fixed(out, x, digits)
                        : !strcmp(columns[0], "digits") ? number_digits(out, x, digits)
                                                        : number_scientific(out, x, digits),
                        columns[3]);
}

static void check_count(Scene *scene, const char *const *columns)
{
    char out[NUMBER_SIZE];
    (void)scene;
    assert_string_equal(number_count(out, strtod(columns[0], NULL)), columns[1]);
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
        const char *digits = begins_with(out, "−") ? out + strlen("−") : out;
        assert_string_equal(digits, ascii);
        assert_int_equal(digits != out, x < 0 && strspn(ascii, "0.") < strlen(ascii));
    }
}

static void check_whole(Scene *scene, const char *const *columns)
{
    (void)scene;
    intmax_t value = parse_whole("--n", columns[0], atoll(columns[1]), atoll(columns[2]));
    assert_true(value == atoll(columns[3]));
}

static void check_no_whole(Scene *scene, const char *const *columns)
{
    assert_refused(parse_whole("--n", columns[0], 0, 9),
                   arena_format(scene->arena, "--n: '%s' is not a whole number", columns[0]));
}

TEST_CASES(a_whole_number_is_nothing_else, "base/numbers.list", "no whole number", check_no_whole)

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

/* Of a number, the least, the most, and what is said of it. */
static void check_out_of_range(Scene *scene, const char *const *columns)
{
    intmax_t min = atoll(columns[2]), max = atoll(columns[3]);
    if (*columns[0] == 'w')
        assert_refused(parse_whole("--n", columns[1], min, max), columns[4]);
    else
        assert_refused(
            parse_decimal("--x", columns[1], strtod(columns[2], NULL), strtod(columns[3], NULL)),
            columns[4]);
}

TEST_CASES(a_number_out_of_range_names_the_range, "base/numbers.list", "out of range",
           check_out_of_range)

TEST(a_decimal_number_is_finite_whatever_the_range)
{
    assert_failing(parse_decimal("--x", "1e999", 0, INFINITY));
    assert_failing(parse_decimal("--x", "-1e999", -INFINITY, 0));
}

TEST(powers_of_ten_go_both_ways)
{
    assert_true(power_of_ten(0) == 1 && power_of_ten(3) == 1000 && power_of_ten(-2) == 0.01);
}

TEST_CASES(numbers_are_written, "base/numbers.list", "written", check_written)

TEST_CASES(counts_are_in_groups_of_three_digits, "base/numbers.list", "counts", check_count)

TEST_CASES(whole_numbers_are_read_to_their_limits, "base/numbers.list", "whole", check_whole)

TEST_CASES(decimal_numbers_are_read_exactly, "base/numbers.list", "decimal", check_decimal)
