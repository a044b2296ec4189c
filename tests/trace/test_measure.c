#include "trace/measure.h"

#include "support/sample.h"

#include <math.h>

static const char *const labels[] = {"a", "b", "c", "d"};

/* A matrix, and a mask for it, from numbers in rows. */
static Step matrix(Scene *scene, int rows, int cols, const double *numbers, const double *mask)
{
    return step_of_numbers(scene, VALUE_SIGNED, rows, cols, labels, numbers, mask);
}

static Tensor tensor(Scene *scene, int rows, int cols, const double *numbers)
{
    return matrix(scene, rows, cols, numbers, NULL).node->value;
}

static void assert_place(Place found, int row, int col)
{
    if (found.row != row || found.col != col)
        fail_msg("found [%d,%d], expected [%d,%d]", found.row, found.col, row, col);
}

static void assert_near(double found, double expected)
{
    if (!(fabs(found - expected) <= 1e-6 * (1 + fabs(expected))))
        fail_msg("found %.9g, expected %.9g", found, expected);
}

static const double hidden = -INFINITY;

static void the_largest_between_two_places_is_not_on_the_diagonal(void **state)
{
    const double numbers[] = {9, 1, 2, 3, 9, 7, 5, 6, 9};
    assert_place(largest_between(tensor(*state, 3, 3, numbers), NULL), 1, 2);
}

static void the_largest_between_may_be_negative(void **state)
{
    const double numbers[] = {0, -5, -2, 0};
    assert_place(largest_between(tensor(*state, 2, 2, numbers), NULL), 1, 0);
}

static void the_largest_between_skips_masked_cells(void **state)
{
    const double numbers[] = {9, 8, 7, 3, 9, 6, 5, 4, 9};
    const double mask[] = {0, hidden, hidden, 0, 0, hidden, 0, 0, 0};
    Step step = matrix(*state, 3, 3, numbers, mask);
    assert_place(largest_between(step.node->value, step.mask), 2, 0);
}

static void the_first_of_equal_cells_is_taken(void **state)
{
    const double numbers[] = {1, 4, 4, 4, 1, 4, 4, 4, 1};
    Tensor t = tensor(*state, 3, 3, numbers);
    assert_place(largest_between(t, NULL), 0, 1);
    assert_place(least_symmetric(t, NULL), 0, 1);
    assert_place(largest_size(t, NULL), 0, 1);
}

static void one_cell_or_a_mask_of_all_leaves_no_place(void **state)
{
    const double one[] = {5}, four[] = {1, 2, 3, 4};
    const double all[] = {hidden, hidden, hidden, hidden}, between[] = {0, hidden, hidden, 0};
    Tensor single = tensor(*state, 1, 1, one);
    assert_place(largest_between(single, NULL), -1, -1);
    assert_place(least_symmetric(single, NULL), -1, -1);
    Step apart = matrix(*state, 2, 2, four, between), blind = matrix(*state, 2, 2, four, all);
    assert_place(largest_between(apart.node->value, apart.mask), -1, -1);
    assert_place(least_symmetric(apart.node->value, apart.mask), -1, -1);
    assert_place(largest_size(blind.node->value, blind.mask), -1, -1);
}

static void the_least_symmetric_pair_is_named_from_its_larger_cell(void **state)
{
    const double numbers[] = {0, 1, -4, 2, 0, 3, 5, 3, 0};
    assert_place(least_symmetric(tensor(*state, 3, 3, numbers), NULL), 2, 0);
}

static void a_pair_with_one_masked_cell_is_no_pair(void **state)
{
    const double numbers[] = {0, 1, -4, 2, 0, 3, 5, 3.5, 0};
    const double mask[] = {0, 0, hidden, 0, 0, 0, 0, 0, 0};
    Step step = matrix(*state, 3, 3, numbers, mask);
    assert_place(least_symmetric(step.node->value, step.mask), 1, 0);
}

static void the_largest_size_is_farthest_from_zero(void **state)
{
    const double numbers[] = {1, -7, 3, 6};
    const double mask[] = {0, hidden, 0, 0};
    Step step = matrix(*state, 2, 2, numbers, mask);
    assert_place(largest_size(step.node->value, NULL), 0, 1);
    assert_place(largest_size(step.node->value, step.mask), 1, 1);
}

static void masked_cells_and_rows_are_counted(void **state)
{
    const double zeros[9] = {0};
    const double mask[] = {0, hidden, hidden, hidden, hidden, hidden, 0, 0, 0};
    Step step = matrix(*state, 3, 3, zeros, mask);
    assert_int_equal(masked_cells(step.mask), 5);
    assert_int_equal(masked_rows(step.mask), 1);
    assert_int_equal(masked_cells(step.node), 0);
    assert_int_equal(masked_rows(step.node), 0);
}

static void statistics_are_those_by_hand(void **state)
{
    const double numbers[] = {2, 4, 4, 4, 5, 5, 7, 9, 100};
    Tensor eight = tensor(*state, 2, 4, numbers), square = tensor(*state, 2, 2, numbers);
    assert_near(standard_deviation(eight), 2); /* of all of them, not of a sample */
    assert_near(mean_diagonal(square), 3);
    assert_near(standard_deviation(tensor(*state, 1, 1, numbers)), 0);
}

static void rows_are_compared_as_vectors(void **state)
{
    const double numbers[] = {3, 4, 0, 4, -3, 0, 6, 8, 0, 0, 0, 0};
    Tensor t = tensor(*state, 4, 3, numbers);
    assert_near(row_length(t, 0), 5);
    assert_near(row_dot(t, 0, 2), 50);
    assert_near(row_distance(t, 0, 1), sqrt(50));
    assert_near(row_cosine(t, 0, 1), 0);
    assert_near(row_cosine(t, 0, 2), 1);
    assert_near(row_cosine(t, 0, 3), 0); /* a row of zeros is like none */
}

static void large_numbers_do_not_overflow_a_length(void **state)
{
    const double numbers[] = {3e30, 4e30};
    assert_near(row_length(tensor(*state, 1, 2, numbers), 0) / 1e30, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_between_two_places_is_not_on_the_diagonal),
        cmocka_unit_test(the_largest_between_may_be_negative),
        cmocka_unit_test(the_largest_between_skips_masked_cells),
        cmocka_unit_test(the_first_of_equal_cells_is_taken),
        cmocka_unit_test(one_cell_or_a_mask_of_all_leaves_no_place),
        cmocka_unit_test(the_least_symmetric_pair_is_named_from_its_larger_cell),
        cmocka_unit_test(a_pair_with_one_masked_cell_is_no_pair),
        cmocka_unit_test(the_largest_size_is_farthest_from_zero),
        cmocka_unit_test(masked_cells_and_rows_are_counted),
        cmocka_unit_test(statistics_are_those_by_hand),
        cmocka_unit_test(rows_are_compared_as_vectors),
        cmocka_unit_test(large_numbers_do_not_overflow_a_length),
    };
    return run_scenes(tests);
}
