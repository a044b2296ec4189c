/* The trace of positions: its steps, and what its sentences count. */
#include "trace/positions.h"

#include "base/number.h"
#include "support/sample.h"

#include <math.h>
#include <string.h>

static Trace *trace_of(Scene *scene, int length, int d, double base)
{
    PositionSettings s = {.length = length, .d = d, .base = base, .other_base = 1000, .shift = 3};
    Graph *g = graph_new(scene->arena);
    graph_name(g);
    positions(scope_of(g), s);
    return trace_positions(g, s);
}

static void the_steps_are_in_order_and_pass_the_check(void **state)
{
    static const char *const ids[] = {"encodings", "waves",   "dots",  "distances",
                                      "rotation",  "rotated", "ahead", "error"};
    Scene *scene = *state;
    Trace *trace = trace_of(scene, 50, 48, 10000);
    assert_int_equal(trace->step_count, 8);
    for (int i = 0; i < 8; i++) {
        const Step *step = &trace->steps[i];
        assert_string_equal(step->id, ids[i]);
        assert_int_equal(step->rows.count, rows_of(step->node));
        assert_int_equal(step->cols.count, cols_of(step->node));
        assert_int_equal(step_is_drawn(step), i < 5);
        assert_int_equal(step->detail, i == 5 || i == 6);
    }
    assert_true(trace_check(trace, &scene->error));
    assert_string_equal(trace->provenance, "d_{model} = 48, 50 positions, base 10000");
}

static void waves_are_columns_of_the_encodings_by_their_names(void **state)
{
    static const char *const names[] = {"sin 1", "sin 8", "sin 16", "sin 24"};
    static const int cols[] = {0, 14, 30, 46};
    Trace *trace = trace_of(*state, 50, 48, 10000);
    const Step *waves = step_named(trace, "waves"), *encodings = step_named(trace, "encodings");
    assert_int_equal(waves->form, FORM_CURVES);
    for (int k = 0; k < 4; k++) {
        assert_string_equal(waves->cols.labels[k], names[k]);
        for (int i = 0; i < 50; i++) {
            assert_true(at(waves->node->value, i, k) == at(encodings->node->value, i, cols[k]));
            assert_true(waves->curves->x[i] == i);
        }
    }
}

/* How many waves turn, and how uneven the diagonals are, is counted here. */
static void the_sentences_count_what_the_numbers_are(void **state)
{
    Scene *scene = *state;
    Trace *trace = trace_of(scene, 50, 48, 10000);
    int turning = 0;
    for (int i = 0; i < 24; i++)
        turning += 2 * M_PI * pow(10000, 2 * i / 48.0) <= 50;
    assert_non_null(strstr(step_named(trace, "encodings")->note,
                           arena_format(scene->arena, "over 50 positions, %d of the 24", turning)));
    double widest = 0;
    Tensor dots = step_named(trace, "dots")->node->value;
    for (int i = 0; i < dots.rows; i++)
        for (int j = 0; j < dots.rows; j++)
            for (int k = 0; j + k < dots.rows && i + k < dots.rows; k++)
                widest = fmax(widest, fabs((double)(at(dots, i, i + k) - at(dots, j, j + k))));
    char digits[NUMBER_SIZE];
    assert_non_null(
        strstr(step_named(trace, "dots")->note, arena_format(scene->arena, "differ by %s at most",
                                                             number_digits(digits, widest, 3))));
    assert_non_null(strstr(step_named(trace, "rotation")->note, "frequency 1 by 172 degrees"));
    assert_non_null(strstr(step_named(trace, "distances")->note, "base 10000 the dot product"));
    assert_non_null(strstr(step_named(trace, "distances")->note, "with base 1000 from 24"));
}

static void few_frequencies_and_one_position_are_told_as_well(void **state)
{
    Scene *scene = *state;
    Trace *trace = trace_of(scene, 1, 2, 10);
    assert_int_equal(step_named(trace, "waves")->cols.count, 1);
    assert_int_equal(step_named(trace, "rotation")->rows.count, 2);
    assert_string_equal(step_named(trace, "rotation")->title, "The rotation by 3 positions");
    assert_string_equal(step_named(trace, "rotation")->formula, "R");
    assert_string_equal(step_named(trace, "distances")->note,
                        "There is one position: it is at distance 0 from itself.");
    assert_string_equal(step_named(trace, "encodings")->note,
                        "The one frequency turns once in 6.28 positions; there is 1.");
    assert_true(trace_check(trace, &scene->error));
    assert_non_null(strstr(step_named(trace_of(scene, 8, 4, 100), "encodings")->note,
                           "over 8 positions, 1 of the 2 frequencies turns at least once."));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_steps_are_in_order_and_pass_the_check),
        cmocka_unit_test(waves_are_columns_of_the_encodings_by_their_names),
        cmocka_unit_test(the_sentences_count_what_the_numbers_are),
        cmocka_unit_test(few_frequencies_and_one_position_are_told_as_well),
    };
    return run_scenes(tests);
}
