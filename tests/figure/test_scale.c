#include "figure/scale.h"

#include "support/sample.h"

#include <math.h>
#include <string.h>

static const char *const labels[] = {"a", "b", "c"};

static const Scale *scale(Scene *scene, ValueKind kind, double range)
{
    FigureStyle style = figure_style_default();
    return scale_new(scene->arena, kind, range, &style);
}

static void weights_go_from_0_to_1_whatever_the_matrix_holds(void **state)
{
    const Scale *s = scale(*state, VALUE_PROBABILITY, 0.2);
    assert_int_equal(scale_level(s, 0), 0);
    assert_int_equal(scale_level(s, 1), SCALE_LEVELS - 1);
    assert_int_equal(scale_level(s, 0.5), (SCALE_LEVELS - 1) / 2);
}

static void every_hundredth_of_a_weight_has_a_colour_of_its_own(void **state)
{
    const Scale *s = scale(*state, VALUE_PROBABILITY, 0);
    for (int i = 0; i <= 100; i++)
        assert_int_equal(scale_level(s, i / 100.0), i);
    for (int i = 0; i < 100; i++)
        assert_false(same_colour(s->fills[i], s->fills[i + 1]));
}

static void counts_go_from_0_to_the_largest(void **state)
{
    const Scale *s = scale(*state, VALUE_COUNT, 200);
    for (int i = 0; i <= 100; i++)
        assert_int_equal(scale_level(s, 2 * i), i);
    assert_true(same_colour(s->fills[60], scale(*state, VALUE_PROBABILITY, 0)->fills[60]));
}

static void signed_numbers_are_centred_on_zero(void **state)
{
    const ValueKind kinds[] = {VALUE_SIGNED, VALUE_DIFFERENCE};
    for (int k = 0; k < 2; k++) {
        const Scale *s = scale(*state, kinds[k], 4);
        int middle = (SCALE_LEVELS - 1) / 2;
        assert_int_equal(scale_level(s, 0), middle);
        assert_int_equal(scale_level(s, -4), 0);
        assert_int_equal(scale_level(s, 4), SCALE_LEVELS - 1);
        for (double x = 0; x < 4; x += 0.03)
            assert_int_equal(scale_level(s, x) - middle, middle - scale_level(s, -x));
    }
}

static void what_lies_outside_has_the_colour_of_the_end(void **state)
{
    const Scale *s = scale(*state, VALUE_SIGNED, 1);
    assert_int_equal(scale_level(s, 1e30), SCALE_LEVELS - 1);
    assert_int_equal(scale_level(s, -1e30), 0);
    assert_int_equal(scale_level(scale(*state, VALUE_PROBABILITY, 0), -0.1), 0);
}

static void zeros_alone_have_the_colour_of_zero(void **state)
{
    const Scale *s = scale(*state, VALUE_SIGNED, 0);
    assert_int_equal(scale_level(s, 0), (SCALE_LEVELS - 1) / 2);
    assert_true(s->range > 0);
}

static void a_dark_theme_has_a_dark_zero(void **state)
{
    Scene *scene = *state;
    FigureStyle style = figure_style_default();
    style.theme = theme_named("dark");
    const Scale *dark = scale_new(scene->arena, VALUE_SIGNED, 1, &style);
    const Scale *light = scale(scene, VALUE_SIGNED, 1);
    int zero = scale_level(dark, 0);
    assert_true(colour_luminance(dark->fills[zero]) < 0.05);
    assert_true(colour_luminance(light->fills[zero]) > 0.8);
}

static void the_range_is_that_of_the_cells_that_are_seen(void **state)
{
    Scene *scene = *state;
    const double numbers[] = {1, 100, -3, 2}, mask[] = {0, -INFINITY, 0, 0};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 2, 2, labels, numbers, mask);
    assert_true(step_range(&step) == 3);
    const double hidden[] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    step = step_of_numbers(scene, VALUE_SIGNED, 2, 2, labels, numbers, hidden);
    assert_true(step_range(&step) == 0);
}

static void a_cell_is_masked_by_the_mask_or_by_being_infinite(void **state)
{
    Scene *scene = *state;
    const double numbers[] = {1, 2, -INFINITY, 4}, mask[] = {0, -INFINITY, 0, 0};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 2, 2, labels, numbers, mask);
    assert_false(cell_is_masked(&step, 0, 0));
    assert_true(cell_is_masked(&step, 0, 1));
    assert_true(cell_is_masked(&step, 1, 0));
    step.mask = NULL;
    assert_false(cell_is_masked(&step, 0, 1));
}

static void numbers_are_called_what_they_are(void **state)
{
    Scene *scene = *state;
    const double numbers[6] = {0};
    Step square = step_of_numbers(scene, VALUE_SIGNED, 2, 2, labels, numbers, NULL);
    Step features = step_of_numbers(scene, VALUE_SIGNED, 2, 3, labels, numbers, NULL);
    Step weights = step_of_numbers(scene, VALUE_PROBABILITY, 2, 2, labels, numbers, NULL);
    Step difference = step_of_numbers(scene, VALUE_DIFFERENCE, 2, 2, labels, numbers, NULL);
    assert_string_equal(scale_meaning(&square), "value"); /* of whatever words */
    static const char *const scores[] = {"head-1/scores", "raw/scaled", "head-2/masked",
                                         "step-3/energies", "scores"};
    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++) {
        square.id = scores[i];
        assert_string_equal(scale_meaning(&square), "score");
    }
    square.id = "scores/lengths";
    assert_string_equal(scale_meaning(&square), "value");
    assert_string_equal(scale_meaning(&features), "value");
    assert_string_equal(scale_meaning(&weights), "attention weight");
    static const char *const less_than_all[] = {"alignment", "local-p/alignment", "step-3/weights"};
    Step fractions = weights;
    fractions.kind = VALUE_FRACTION;
    for (size_t i = 0; i < sizeof less_than_all / sizeof *less_than_all; i++) {
        fractions.id = less_than_all[i];
        assert_string_equal(scale_meaning(&fractions), "attention weight");
    }
    fractions.id = "step-3/bell";
    assert_string_equal(scale_meaning(&fractions), "fraction");
    assert_string_equal(scale_meaning(&difference), "difference of weights");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_go_from_0_to_1_whatever_the_matrix_holds),
        cmocka_unit_test(every_hundredth_of_a_weight_has_a_colour_of_its_own),
        cmocka_unit_test(counts_go_from_0_to_the_largest),
        cmocka_unit_test(signed_numbers_are_centred_on_zero),
        cmocka_unit_test(what_lies_outside_has_the_colour_of_the_end),
        cmocka_unit_test(zeros_alone_have_the_colour_of_zero),
        cmocka_unit_test(a_dark_theme_has_a_dark_zero),
        cmocka_unit_test(the_range_is_that_of_the_cells_that_are_seen),
        cmocka_unit_test(a_cell_is_masked_by_the_mask_or_by_being_infinite),
        cmocka_unit_test(numbers_are_called_what_they_are),
    };
    return run_scenes(tests);
}
