#include "figure/plot.h"

#include "support/scene.h"

#include <math.h>

static const char *texts(Scene *scene, Ticks ticks)
{
    Text text = text_new(scene->arena);
    for (int i = 0; i < ticks.count; i++)
        text_format(&text, "%s%s", i ? " " : "", ticks.marks[i].text);
    return text.data;
}

TEST(ticks_are_round_numbers_or_powers_of_ten)
{
    static const struct {
        Ticks (*ticks)(double least, double most, int parts);
        double least, most;
        int parts;
        const char *texts;
    } cases[] = {
        {ticks_linear, 0, 1, 5, "0.0 0.2 0.4 0.6 0.8 1.0"},
        {ticks_linear, -3, 11, 5, "0 5 10"},
        {ticks_linear, 0, 2990, 6, "0 500 1000 1500 2000 2500"},
        {ticks_linear, 0.11, 0.14, 3, "0.11 0.12 0.13 0.14"},
        {ticks_linear, 0, 3e9, 3, "0 1e+09 2e+09 3e+09"},
        {ticks_logarithmic, 0, 3.5, 8, "1 10 100 1000"},
        {ticks_logarithmic, -2.2, 0.1, 8, "0.01 0.1 1"},
        {ticks_logarithmic, 5, 8, 8, "10^{5} 10^{6} 10^{7} 10^{8}"},
        {ticks_logarithmic, -30, 30, 6,
         "10^{−30} 10^{−20} 10^{−10} 10^{0} 10^{10} 10^{20} 10^{30}"},
        {ticks_logarithmic, 0.9, 6.1, 8, "10^{1} 10^{2} 10^{3} 10^{4} 10^{5} 10^{6}"},
        {ticks_logarithmic, 3.9, 5.1, 8, "10000 20000 50000 100000"},
        {ticks_logarithmic, 4.9, 6.4, 8, "10^{5} 2·10^{5} 5·10^{5} 10^{6} 2·10^{6}"},
        /* a short axis has the numbers between */
        {ticks_logarithmic, 0, 1, 8, "1 2 5 10"},
        {ticks_logarithmic, 0.9, 2.1, 8, "10 20 50 100"},
        {ticks_logarithmic, 0.35, 0.65, 5, "2.5 3.0 3.5 4.0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Ticks ticks = cases[i].ticks(cases[i].least, cases[i].most, cases[i].parts);
        assert_string_equal(texts(scene, ticks), cases[i].texts);
    }
}

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
