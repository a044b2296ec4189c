#include "tensor/processor.h"

#include "support/scene.h"

#include <stdlib.h>

static InstructionSet asked_for(const char *name)
{
    assert_int_equal(setenv("ATTNVIZ_KERNEL", name, 1), 0);
    InstructionSet set = instruction_set();
    unsetenv("ATTNVIZ_KERNEL");
    return set;
}

static void a_lesser_set_can_be_asked_for(void **state)
{
    (void)state;
    InstructionSet best = instruction_set();
    assert_int_equal(asked_for("baseline"), BASELINE);
    assert_int_equal(asked_for("avx2"), best < AVX2 ? best : AVX2);
    assert_int_equal(asked_for("avx512"), best);
}

static void any_other_name_means_the_best_set(void **state)
{
    (void)state;
    InstructionSet best = instruction_set();
    assert_int_equal(asked_for(""), best);
    assert_int_equal(asked_for("AVX2"), best);
    assert_int_equal(asked_for("baseline "), best);
}

int main(void)
{
    unsetenv("ATTNVIZ_KERNEL");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lesser_set_can_be_asked_for),
        cmocka_unit_test(any_other_name_means_the_best_set),
    };
    return run_scenes(tests);
}
