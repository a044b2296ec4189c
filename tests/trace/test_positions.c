/* The trace of positions: its steps, and what its sentences count. */
#include "base/number.h"
#include "support/sample.h"
#include "support/steps.h"
#include "support/traced.h"

#include <math.h>
#include <string.h>

TEST(the_steps_are_in_order_and_pass_the_check)
{
    Trace *trace = traced(scene, "positions");
    check_ids(scene, trace, "encodings waves dots distances rotation rotated ahead error");
    for (int i = 0; i < 8; i++) {
        assert_int_equal(step_is_drawn(&trace->steps[i]), i < 5);
        assert_int_equal(trace->steps[i].detail, i == 5 || i == 6);
    }
    assert_string_equal(trace->provenance, "d_{model} = 48, 50 positions, base 10000");
    check_places(&trace->panels[0], 2, 3, "encodings dots rotation waves distances -");
}

TEST(waves_are_columns_of_the_encodings_by_their_names)
{
    static const char *const names[] = {"sin 1", "sin 8", "sin 16", "sin 24"};
    static const int cols[] = {0, 14, 30, 46};
    Trace *trace = traced(scene, "positions");
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
TEST(the_sentences_count_what_the_numbers_are)
{
    Trace *trace = traced(scene, "positions");
    int turning = 0;
    for (int i = 0; i < 24; i++)
        turning += 2 * M_PI * pow(10000, 2 * i / 48.0) <= 50;
    check_told(trace, "encodings",
               arena_format(scene->arena, "over 50 positions, %d of the 24", turning));
    double widest = 0;
    Tensor dots = step_named(trace, "dots")->node->value;
    for (int i = 0; i < dots.rows; i++)
        for (int j = 0; j < dots.rows; j++)
            for (int k = 0; j + k < dots.rows && i + k < dots.rows; k++)
                widest = fmax(widest, fabs((double)(at(dots, i, i + k) - at(dots, j, j + k))));
    char digits[NUMBER_SIZE];
    check_told(
        trace, "dots",
        arena_format(scene->arena, "differ by at most %s", number_digits(digits, widest, 3)));
    check_told(trace, "rotation", "frequency 1 by 172 degrees");
    check_told(trace, "distances", "base 10000 the dot product");
    check_told(trace, "distances", "with base 1000 from 24");
}

TEST(few_frequencies_and_one_position_are_told_as_well)
{
    Trace *trace = traced(scene, "positions --length 1 --dim 2 --base 10");
    assert_int_equal(step_named(trace, "waves")->cols.count, 1);
    assert_int_equal(step_named(trace, "rotation")->rows.count, 2);
    assert_string_equal(step_named(trace, "rotation")->title, "The rotation by 3 positions");
    check_formula(trace, "rotation", "R");
    check_note(trace, "distances", "There is one position: it is at distance 0 from itself.");
    check_note(trace, "encodings",
               "The one frequency turns once in 6.28 positions, of which there is 1.");
    assert_true(trace_check(trace, &scene->error));
    check_told(traced(scene, "positions --length 8 --dim 4 --base 100"), "encodings",
               "over 8 positions, 1 of the 2 frequencies turns at least once.");
}
