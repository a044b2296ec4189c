/* The narrator of positions: its steps, and that its sentences say what the numbers are. */
#include "trace/positions.h"

#include "base/number.h"
#include "support/sample.h"

#include <math.h>
#include <string.h>

static Trace *trace_of(Scene *scene, PositionSettings s, Positions *positions)
{
    static const char *const argv[] = {"attnviz", "positions"};
    Graph *g = graph_new(scene->arena);
    s.shift = 3;
    s.other_base = 1000;
    *positions = positions_of(g, s);
    return narrate_positions(g, positions, 2, argv);
}

static Trace *papers(Scene *scene, Positions *positions)
{
    return trace_of(scene, (PositionSettings){.length = 50, .d = 48, .base = 10000}, positions);
}

static void the_steps_are_in_order_and_pass_the_check(void **state)
{
    static const char *const ids[] = {"encodings", "waves",   "dots",  "distances",
                                      "rotation",  "rotated", "ahead", "error"};
    Scene *scene = *state;
    Positions p;
    Trace *trace = papers(scene, &p);
    assert_int_equal(trace->step_count, 8);
    for (int i = 0; i < 8; i++) {
        const Step *step = &trace->steps[i];
        assert_string_equal(step->id, ids[i]);
        assert_int_equal(step->rows.count, rows_of(step->node));
        assert_int_equal(step->cols.count, cols_of(step->node));
        assert_int_equal(step_is_drawn(step), i < 5);
    }
    assert_true(trace_check(trace, &scene->error));
    assert_string_equal(trace->provenance, "d_{model} = 48, 50 positions, base 10000");
}

static void waves_are_columns_of_the_encodings_by_their_names(void **state)
{
    static const char *const names[] = {"sin 1", "sin 8", "sin 16", "sin 24"};
    static const int cols[] = {0, 14, 30, 46};
    Positions p;
    const Step *waves = step_named(papers(*state, &p), "waves");
    assert_int_equal(waves->form, FORM_CURVES);
    for (int k = 0; k < 4; k++) {
        assert_string_equal(waves->cols.labels[k], names[k]);
        for (int i = 0; i < 50; i++) {
            assert_true(at(waves->node->value, i, k) == at(p.encodings->value, i, cols[k]));
            assert_true(waves->curves->x[i] == i);
        }
    }
}

/* How many waves turn within 50 positions is counted here. */
static void the_notes_say_what_the_numbers_are(void **state)
{
    Scene *scene = *state;
    Positions p;
    Trace *trace = papers(scene, &p);
    int turning = 0;
    for (int i = 0; i < 24; i++)
        turning += 2 * M_PI * pow(10000, 2 * i / 48.0) <= 50;
    assert_non_null(strstr(step_named(trace, "encodings")->note,
                           arena_format(scene->arena, "over 50 positions, %d of the 24", turning)));
    Tensor d = p.distances->value;
    assert_non_null(
        strstr(step_named(trace, "distances")->note,
               arena_format(scene->arena,
                            "With base 10000 the dot product is %.2f at distance 10 and %.2f at "
                            "49, with base 1000 %.2f at distance 10 and %.2f at 49.",
                            (double)at(d, 10, 0), (double)at(d, 49, 0), (double)at(d, 10, 1),
                            (double)at(d, 49, 1))));
    double worst = 0;
    for (size_t i = 0; i < tensor_size(p.error->value); i++)
        worst = fmax(worst, fabs((double)p.error->value.data[i]));
    assert_true(worst < 1e-6);
    char digits[NUMBER_SIZE];
    assert_non_null(strstr(step_named(trace, "error")->note, number_digits(digits, worst, 3)));
    assert_non_null(strstr(step_named(trace, "rotation")->note, "frequency 1 by 172 degrees"));
    assert_non_null(strstr(step_named(trace, "encodings")->note, "frequency 24 (i = 23) in "));
    double widest = 0;
    Tensor dots = step_named(trace, "dots")->node->value;
    for (int i = 0; i < dots.rows; i++)
        for (int j = 0; j < dots.rows; j++)
            for (int k = 0; j + k < dots.rows && i + k < dots.rows; k++)
                widest = fmax(widest, fabs((double)(at(dots, i, i + k) - at(dots, j, j + k))));
    assert_non_null(
        strstr(step_named(trace, "dots")->note, arena_format(scene->arena, "differ by %s at most",
                                                             number_digits(digits, widest, 3))));
    assert_string_equal(step_named(trace, "waves")->note,
                        arena_format(scene->arena,
                                     "At position 49 the slowest sine stands at %s; the fastest "
                                     "turns once in 6.28 positions.",
                                     number_digits(digits, sin(49 / pow(10000, 46 / 48.0)), 3)));
    assert_string_equal(step_named(trace, "rotated")->note,
                        "The same R turns every position: row p becomes PE(p + 3).");
}

static void what_the_rotation_makes_is_a_detail_and_its_error_is_not(void **state)
{
    Positions p;
    Trace *trace = papers(*state, &p);
    assert_true(step_named(trace, "rotated")->detail);
    assert_true(step_named(trace, "ahead")->detail);
    assert_false(step_named(trace, "error")->detail);
}

static void few_frequencies_and_one_position_are_told_as_well(void **state)
{
    Scene *scene = *state;
    Positions p;
    Trace *trace = trace_of(scene, (PositionSettings){.length = 1, .d = 2, .base = 10}, &p);
    assert_int_equal(step_named(trace, "waves")->cols.count, 1);
    assert_int_equal(step_named(trace, "rotation")->rows.count, 2);
    assert_string_equal(step_named(trace, "rotation")->title, "The rotation by 3 positions");
    assert_string_equal(trace->panels[0].titles[2], "R PE(p) = PE(p + 3)");
    assert_string_equal(step_named(trace, "distances")->note,
                        "There is one position: it is at distance 0 from itself.");
    assert_string_equal(step_named(trace, "encodings")->note,
                        "The one frequency (i = 0) turns once in 6.28 positions: over 1 position "
                        "not even once.");
    assert_string_equal(step_named(trace, "rotation")->note,
                        "The one frequency turns by 172 degrees.");
    assert_string_equal(step_named(trace, "waves")->note,
                        "The one sine turns once in 6.28 positions, and stands at 0 at position "
                        "0.");
    assert_true(trace_check(trace, &scene->error));
}

/* The second of two frequencies turns once in 2π·√B positions. */
static void one_frequency_turns_and_none_turn(void **state)
{
    Scene *scene = *state;
    Positions p;
    Trace *trace = trace_of(scene, (PositionSettings){.length = 8, .d = 4, .base = 100}, &p);
    assert_non_null(strstr(step_named(trace, "encodings")->note,
                           "over 8 positions, 1 of the 2 frequencies turns at least once."));
    trace = trace_of(scene, (PositionSettings){.length = 6, .d = 4, .base = 100}, &p);
    assert_non_null(strstr(step_named(trace, "encodings")->note,
                           "over 6 positions, none of the 2 frequencies turn at least once."));
    trace = trace_of(scene, (PositionSettings){.length = 8, .d = 2, .base = 100}, &p);
    assert_non_null(strstr(step_named(trace, "encodings")->note, "over 8 positions at least once"));
    assert_string_equal(step_named(trace, "distances")->note,
                        "The dot product is 0.75 at distance 7. The one wave is the fastest, which "
                        "turns once in 6.28 positions: it has no base in it.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_steps_are_in_order_and_pass_the_check),
        cmocka_unit_test(waves_are_columns_of_the_encodings_by_their_names),
        cmocka_unit_test(the_notes_say_what_the_numbers_are),
        cmocka_unit_test(one_frequency_turns_and_none_turn),
        cmocka_unit_test(what_the_rotation_makes_is_a_detail_and_its_error_is_not),
        cmocka_unit_test(few_frequencies_and_one_position_are_told_as_well),
    };
    return run_scenes(tests);
}
