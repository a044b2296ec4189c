#include "figure/figure.h"

#include "support/picture.h"
#include "support/sample.h"

static const Scale *scale(Scene *scene, ValueKind kind, double range)
{
    FigureStyle style = figure_style_default();
    return scale_new(scene->arena, kind, range, &style);
}

TEST(every_hundredth_of_a_weight_has_a_colour_of_its_own)
{
    const Scale *s = scale(scene, VALUE_PROBABILITY, 0);
    for (int i = 0; i <= 100; i++)
        assert_int_equal(scale_level(s, i / 100.0), i);
    for (int i = 0; i < 100; i++)
        assert_false(s->fills[i] == s->fills[i + 1]);
}

TEST(counts_go_from_0_to_the_largest)
{
    const Scale *s = scale(scene, VALUE_COUNT, 200);
    for (int i = 0; i <= 100; i++)
        assert_int_equal(scale_level(s, 2 * i), i);
    assert_true(s->fills[60] == scale(scene, VALUE_PROBABILITY, 0)->fills[60]);
}

TEST(signed_numbers_are_centred_on_zero)
{
    const ValueKind kinds[] = {VALUE_SIGNED, VALUE_DIFFERENCE};
    for (int k = 0; k < 2; k++) {
        const Scale *s = scale(scene, kinds[k], 4);
        int middle = (SCALE_LEVELS - 1) / 2;
        assert_int_equal(scale_level(s, 0), middle);
        assert_int_equal(scale_level(s, -4), 0);
        assert_int_equal(scale_level(s, 4), SCALE_LEVELS - 1);
        for (double x = 0; x < 4; x += 0.03)
            assert_int_equal(scale_level(s, x) - middle, middle - scale_level(s, -x));
    }
}

TEST(zeros_alone_have_the_colour_of_zero)
{
    const Scale *s = scale(scene, VALUE_SIGNED, 0);
    assert_int_equal(scale_level(s, 0), (SCALE_LEVELS - 1) / 2);
    assert_true(s->most > 0);
}

TEST(a_dark_theme_has_a_dark_zero)
{
    FigureStyle style = figure_style_default();
    style.theme = theme_named("dark");
    const Scale *dark = scale_new(scene->arena, VALUE_SIGNED, 1, &style);
    const Scale *light = scale(scene, VALUE_SIGNED, 1);
    int zero = scale_level(dark, 0);
    assert_true(colour_luminance(dark->fills[zero]) < 0.05);
    assert_true(colour_luminance(light->fills[zero]) > 0.8);
}

static const Scale *chosen(Scene *scene, Range range, int words)
{
    FigureStyle style = figure_style_default();
    style.range = range;
    return scale_chosen(scene->arena, VALUE_PROBABILITY, 0, words, false, &style);
}

/* A scale of a number of words, which is a range of weights that is asked for, and the level of a
   number on it. */
static const struct {
    ValueKind kind;
    double most; /* of all numbers but weights */
    Range range;
    int words;
    double number;
    int level;
} levels_of[] = {
#include "figure/levels.list"
};

TEST(a_number_has_the_level_that_its_scale_says)
{
    for (size_t i = 0; i < sizeof levels_of / sizeof *levels_of; i++) {
        const Scale *s = levels_of[i].words ? chosen(scene, levels_of[i].range, levels_of[i].words)
                                            : scale(scene, levels_of[i].kind, levels_of[i].most);
        fail_if(scale_level(s, levels_of[i].number) != levels_of[i].level, "row %zu: level %d",
                i + 1, scale_level(s, levels_of[i].number));
    }
}

TEST(many_numbers_have_the_levels_that_each_has)
{
    enum { COUNT = 1000 };
    const Scale *scales[] = {scale(scene, VALUE_SIGNED, 0.7), scale(scene, VALUE_PROBABILITY, 0),
                             chosen(scene, (Range){.kind = RANGE_LOG}, 7)};
    Random random = random_new(1);
    real x[COUNT];
    uint8_t levels[COUNT];
    for (int i = 0; i < COUNT; i++)
        x[i] = i % 50 ? (real)(random_uniform(&random) * random_uniform(&random)) : (real)NAN;
    x[1] = 0, x[2] = 1;
    for (int k = 0; k < 3; k++) {
        scale_levels(scales[k], x, COUNT, levels);
        for (int i = 0; i < COUNT; i++)
            assert_int_equal(levels[i],
                             isnan(x[i]) ? CELL_MASKED : scale_level(scales[k], (double)x[i]));
    }
}

TEST(a_row_can_end_at_its_own_largest)
{
    const real x[] = {0, (real)0.05, (real)0.1, (real)NAN};
    uint8_t levels[4];
    scale_levels(chosen(scene, (Range){.kind = RANGE_ROW}, 64), x, 4, levels);
    assert_int_equal(levels[0], 0);
    assert_int_equal(levels[1], 50);
    assert_int_equal(levels[2], 100);
    assert_int_equal(levels[3], CELL_MASKED);
}
