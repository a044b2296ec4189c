/* The narrator of the variance of scores. */
#include "trace/score_variance.h"

#include "base/number.h"
#include "support/sample.h"

#include <string.h>

static Trace *trace_of(Scene *scene, const int *dims, int count, ScoreVariance *v)
{
    static const char *const argv[] = {"attnviz", "variance"};
    ScoreVarianceSettings s = {.dims = dims, .dim_count = count, .samples = 20, .seed = 1};
    *v = score_variance(graph_new(scene->arena), s);
    return narrate_score_variance(scene->arena, v, 2, argv);
}

static void the_steps_are_curves_over_the_sizes_and_weights(void **state)
{
    static const char *const ids[] = {"variance", "entropy",       "largest",
                                      "slope",    "plain/weights", "scaled/weights"};
    static const int dims[] = {4, 64};
    Scene *scene = *state;
    ScoreVariance v;
    Trace *trace = trace_of(scene, dims, 2, &v);
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

static const char *shown(Scene *scene, double x)
{
    char digits[NUMBER_SIZE];
    return arena_strdup(scene->arena, number_digits(digits, x, 3));
}

static void the_notes_say_what_the_numbers_are(void **state)
{
    static const int dims[] = {4, 64};
    Scene *scene = *state;
    ScoreVariance v;
    Trace *trace = trace_of(scene, dims, 2, &v);
    assert_string_equal(
        step_named(trace, "variance")->note,
        arena_format(scene->arena,
                     "The variance of q·k is %s at dₖ = 4 and %s at dₖ = 64; of q·k/√dₖ it is %s "
                     "at dₖ = 4 and %s at dₖ = 64.",
                     shown(scene, (double)at(v.variance->value, 0, 0)),
                     shown(scene, (double)at(v.variance->value, 1, 0)),
                     shown(scene, (double)at(v.variance->value, 0, 1)),
                     shown(scene, (double)at(v.variance->value, 1, 1))));
    int best = 0;
    for (int j = 1; j < SCORED_KEYS; j++)
        if (at(v.plain_weights->value, 1, j) > at(v.plain_weights->value, 1, best))
            best = j;
    assert_string_equal(step_named(trace, "plain/weights")->note,
                        arena_format(scene->arena, "At dₖ = 64 the first query gives %s to key %d.",
                                     shown(scene, (double)at(v.plain_weights->value, 1, best)),
                                     best + 1));
    assert_non_null(strstr(step_named(trace, "entropy")->note, "16 keys would have 4 bits"));
}

static void one_size_will_do(void **state)
{
    static const int dims[] = {8};
    Scene *scene = *state;
    ScoreVariance v;
    Trace *trace = trace_of(scene, dims, 1, &v);
    assert_string_equal(step_named(trace, "largest")->note,
                        arena_format(scene->arena,
                                     "Without the root the largest weight is on average %s at "
                                     "dₖ = 8; with it, %s at dₖ = 8.",
                                     shown(scene, (double)at(v.largest->value, 0, 0)),
                                     shown(scene, (double)at(v.largest->value, 0, 1))));
}

static void a_large_variance_is_written_out(void **state)
{
    static const int dims[] = {2048};
    Scene *scene = *state;
    ScoreVariance v;
    Trace *trace = trace_of(scene, dims, 1, &v);
    double variance = (double)at(v.variance->value, 0, 0);
    assert_true(variance > 1000);
    assert_non_null(
        strstr(step_named(trace, "variance")->note,
               arena_format(scene->arena, "The variance of q·k is %.0f at dₖ = 2048", variance)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_steps_are_curves_over_the_sizes_and_weights),
        cmocka_unit_test(the_notes_say_what_the_numbers_are),
        cmocka_unit_test(one_size_will_do),
        cmocka_unit_test(a_large_variance_is_written_out),
    };
    return run_scenes(tests);
}
