/* The trace of the variance of scores. */
#include "trace/score_variance.h"

#include "base/number.h"
#include "support/sample.h"

#include <string.h>

static Trace *trace_of(Scene *scene, const int *dims, int count)
{
    ScoreVarianceSettings s = {.dims = dims, .dim_count = count, .samples = 20, .seed = 1};
    Graph *g = graph_new(scene->arena);
    graph_name(g);
    score_variance(scope_of(g), s);
    return trace_score_variance(g, s);
}

static void the_steps_are_curves_over_the_sizes_and_weights(void **state)
{
    static const char *const ids[] = {"variance", "entropy",       "largest",
                                      "slope",    "plain/weights", "scaled/weights"};
    static const int dims[] = {4, 64};
    Scene *scene = *state;
    Trace *trace = trace_of(scene, dims, 2);
    assert_int_equal(trace->step_count, 6);
    for (int i = 0; i < 6; i++) {
        const Step *step = &trace->steps[i];
        assert_string_equal(step->id, ids[i]);
        assert_string_equal(step->rows.labels[1], "64");
        assert_int_equal(step->cols.count, cols_of(step->node));
        assert_int_equal(step->form, i < 4 ? FORM_CURVES : FORM_CELLS);
        if (step->curves)
            assert_true(step->curves->x[0] == 4 && step->curves->x[1] == 64);
    }
    assert_true(trace_check(trace, &scene->error));
    assert_string_equal(trace_setting(trace, "d_k"), "4,64");
}

/* From the first size to the last; a large number is written out. */
static void numbers_are_told_from_the_first_size_to_the_last(void **state)
{
    static const int dims[] = {4, 2048};
    Scene *scene = *state;
    const Step *variance = step_named(trace_of(scene, dims, 2), "variance");
    char digits[NUMBER_SIZE];
    number_digits(digits, (double)at(variance->node->value, 0, 0), 3);
    assert_true(at(variance->node->value, 1, 0) > 1000);
    assert_non_null(
        strstr(variance->note, arena_format(scene->arena, "from %s (dₖ 4) to %.0f (dₖ 2048)",
                                            digits, (double)at(variance->node->value, 1, 0))));
    const Step *alone = step_named(trace_of(scene, dims, 1), "variance");
    assert_non_null(strstr(alone->note, arena_format(scene->arena, "q·k: %s (dₖ 4);", digits)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_steps_are_curves_over_the_sizes_and_weights),
        cmocka_unit_test(numbers_are_told_from_the_first_size_to_the_last),
    };
    return run_scenes(tests);
}
