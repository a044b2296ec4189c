#include "figure/figure.h"

#include "support/case_list.h"

static const char *texts(Scene *scene, Ticks ticks)
{
    Text text = text_new(scene->arena);
    for (int i = 0; i < ticks.count; i++)
        text_format(&text, "%s%s", i ? " " : "", ticks.marks[i].text);
    return text.data;
}

static void check_ticks(Scene *scene, const char *const *columns)
{
    bool is_linear = !strcmp(columns[0], "linear");
    Ticks ticks = (is_linear ? ticks_linear : ticks_logarithmic)(
        strtod(columns[1], NULL), strtod(columns[2], NULL), atoi(columns[3]));
    assert_string_equal(texts(scene, ticks), columns[4]);
}

TEST_CASES(ticks_are_round_numbers_or_powers_of_ten, "figure/ticks.list", "ticks", check_ticks)

/* Whatever the range: in order, within it, no more than asked for. */
static void check(Ticks ticks, double least, double most, int parts)
{
    assert_in_range(ticks.count, 1, parts + 2);
    double slack = (most - least) * 1e-6;
    for (int i = 0; i < ticks.count; i++) {
        assert_true(ticks.marks[i].value >= least - slack && ticks.marks[i].value <= most + slack);
        if (i)
            assert_true(ticks.marks[i].value > ticks.marks[i - 1].value);
    }
}

TEST(ticks_of_any_range_lie_within_it)
{
    for (double range = 1e-30; range < 1e30; range *= 3.7)
        for (int parts = 2; parts <= 10; parts++) {
            check(ticks_linear(-0.3 * range, range, parts), -0.3 * range, range, parts);
            check(ticks_linear(range, 2.1 * range, parts), range, 2.1 * range, parts);
        }
    for (double decades = 0.01; decades < 300; decades *= 1.3)
        for (int parts = 2; parts <= 10; parts++)
            check(ticks_logarithmic(-decades / 3, decades, parts), -decades / 3, decades,
                  parts + 1);
}
