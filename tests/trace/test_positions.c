/* The trace of positions: its steps, and what its sentences count. */
#include "support/sample.h"
#include "support/steps.h"
#include "support/traced.h"

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
            assert_true(step_row_number(waves, i) == i);
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
