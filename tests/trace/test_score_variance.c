/* The trace of the variance of scores. */
#include "support/sample.h"
#include "support/steps.h"
#include "support/traced.h"

/* From the first size to the last; a large number is written out. */
TEST(numbers_are_told_from_the_first_size_to_the_last)
{
    Trace *trace = traced(scene, "variance --dim 4,1024 --samples 20 --seed 5");
    const Step *variance = step_named(trace, "variance");
    char digits[NUMBER_SIZE];
    number_digits(digits, (double)at(variance->node->value, 0, 0), 3);
    assert_true(at(variance->node->value, 1, 0) > 1000);
    check_told(trace, "variance",
               arena_format(scene->arena, "from %s (dₖ 4) to %.0f (dₖ 1024)", digits,
                            (double)at(variance->node->value, 1, 0)));
    check_told(traced(scene, "variance --dim 4 --samples 20 --seed 5"), "variance",
               arena_format(scene->arena, "q·k: %s (dₖ 4);", digits));
}
