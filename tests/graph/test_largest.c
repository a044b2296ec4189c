/* The largest number of a row. */
#include "graph/largest.h"

#include "support/scene.h"

#include <math.h>

static void the_first_of_the_largest_is_taken(void **state)
{
    (void)state;
    real numbers[] = {1, 4, 4, /**/ -3, -2, -1, /**/ -(real)INFINITY, -(real)INFINITY, 0};
    Tensor t = {3, 3, numbers};
    assert_int_equal(largest_in_row(t, 0), 1);
    assert_int_equal(largest_in_row(t, 1), 2);
    assert_int_equal(largest_in_row(t, 2), 2);
}

static void in_a_row_of_equals_it_is_the_first(void **state)
{
    (void)state;
    real numbers[] = {0, 0, /**/ -(real)INFINITY, -(real)INFINITY};
    Tensor t = {2, 2, numbers};
    assert_int_equal(largest_in_row(t, 0), 0);
    assert_int_equal(largest_in_row(t, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_of_the_largest_is_taken),
        cmocka_unit_test(in_a_row_of_equals_it_is_the_first),
    };
    return run_scenes(tests);
}
