#include "document/document.h"

#include "support/sample.h"

static const char *const labels[] = {"a", "b", "c"};

TEST(the_range_is_that_of_the_cells_that_are_seen)
{
    const double numbers[] = {1, 100, -3, 2}, mask[] = {0, -INFINITY, 0, 0};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 2, 2, labels, numbers, mask);
    assert_true(step_range(&step) == 3);
    const double hidden[] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    step = step_of_numbers(scene, VALUE_SIGNED, 2, 2, labels, numbers, hidden);
    assert_true(step_range(&step) == 0);
}

TEST(a_cell_is_masked_by_the_mask_or_by_being_infinite)
{
    const double numbers[] = {1, 2, -INFINITY, 4}, mask[] = {0, -INFINITY, 0, 0};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 2, 2, labels, numbers, mask);
    assert_false(cell_is_masked(&step, 0, 0));
    assert_true(cell_is_masked(&step, 0, 1));
    assert_true(cell_is_masked(&step, 1, 0));
    step.mask = NULL;
    assert_false(cell_is_masked(&step, 0, 1));
}

TEST(numbers_are_called_what_they_are)
{
    static const struct {
        ValueKind kind;
        const char *col_name, *meaning;
    } cases[] = {
#include "document/meanings.list"
    };
    const double numbers[4] = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Step step = step_of_numbers(scene, cases[i].kind, 2, 2, labels, numbers, NULL);
        step.cols.name = cases[i].col_name;
        assert_string_equal(step_meaning(&step), cases[i].meaning);
    }
}

TEST_OF_GRAPH(what_scores_differ_by_is_no_score_and_no_weight)
{
    const double numbers[2] = {2, -1};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 1, 2, labels, numbers, NULL);
    step.cols.name = "key";
    step.node = subtract(g, (Node *)step.node, (Node *)step.node);
    assert_string_equal(step_meaning(&step), "difference");
    step.kind = VALUE_DIFFERENCE;
    assert_string_equal(step_meaning(&step), "difference of weights");
}

TEST_OF_GRAPH(a_gaussian_over_words_is_no_weight)
{
    const double numbers[2] = {0, 1};
    Step step = step_of_numbers(scene, VALUE_FRACTION, 1, 2, labels, numbers, NULL);
    step.cols.name = "source word";
    step.node = gaussian(g, constant(g, tensor_new(scene->arena, 1, 1), "zero"), 2, 1);
    assert_string_equal(step_meaning(&step), "fraction");
}

/* ---- how they are written ---- */

static void check_cell(const Step *step, NumberFormat format, int col, const char *expected)
{
    char digits[NUMBER_SIZE];
    assert_ptr_equal(format.step, step);
    assert_string_equal(cell_text(&format, 0, col, digits), expected);
}

TEST(a_cell_is_a_number_a_dot_or_minus_infinity)
{
    const double numbers[] = {0.375, -INFINITY, 2}, mask[] = {0, -INFINITY, -INFINITY};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 1, 3, labels, numbers, mask);
    check_cell(&step, fixed_format(&step, 2), 0, "0.38");
    check_cell(&step, fixed_format(&step, 2), 1, "−∞");
    check_cell(&step, fixed_format(&step, 2), 2, "·");
    step.decimals = 4;
    check_cell(&step, fixed_format(&step, 2), 0, "0.3750");
}

TEST(a_count_is_whole_and_in_groups)
{
    const double numbers[] = {64512, 7};
    Step step = step_of_numbers(scene, VALUE_COUNT, 1, 2, labels, numbers, NULL);
    check_cell(&step, table_format(&step, 2), 0, "64,512");
    check_cell(&step, table_format(&step, 2), 1, "7");
}

TEST(a_place_is_what_stands_there)
{
    static const char *const words[] = {"cave", "cage"};
    const double numbers[] = {2, 0};
    Step step = step_of_numbers(scene, VALUE_COUNT, 1, 2, labels, numbers, NULL);
    step.places = words;
    step.place_count = 2;
    check_cell(&step, table_format(&step, 2), 0, "cage");
    check_cell(&step, table_format(&step, 2), 1, "·");
}

TEST(tables_of_small_numbers_have_powers_of_ten)
{
    const double numbers[] = {9.31e-10, 2e-5, 1};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 1, 3, labels, numbers, NULL);
    check_cell(&step, table_format(&step, 2), 0, "9.31e−10");
    check_cell(&step, fixed_format(&step, 2), 0, "0.00");
    step.kind = VALUE_FRACTION;
    check_cell(&step, table_format(&step, 2), 0, "0.00");
}
