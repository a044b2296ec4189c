#include "trace/narration.h"

#include "support/sample.h"

#include <string.h>

static const char *const labels[] = {"a", "b"};

/* A trace of the steps x, y and z. */
static Trace *three_steps(Scene *scene)
{
    static const char *const ids[] = {"x", "y", "z"};
    const double numbers[] = {1, 2, 3, 4};
    Trace *trace = trace_new(scene->arena, 3, 2, 1, 0);
    for (int i = 0; i < 3; i++) {
        Step step = step_of_numbers(scene, VALUE_SIGNED, 2, 2, labels, numbers, NULL);
        step.id = ids[i];
        add_step(trace, step);
    }
    return trace;
}

static void tokens_keep_their_labels(void **state)
{
    (void)state;
    Axis axis = label_axis("query", labels, 2);
    assert_string_equal(axis.name, "query");
    assert_int_equal(axis.count, 2);
    assert_string_equal(axis.labels[1], "b");
    assert_true(axis.named);
}

static void numbers_are_settings(void **state)
{
    Scene *scene = *state;
    Trace *trace = trace_new(scene->arena, 0, 0, 1, 0);
    add_number_setting(trace, "heads", 3);
    assert_string_equal(trace_setting(trace, "heads"), "3");
    assert_true(trace->settings[0].is_number);
}

static void steps_stay_in_the_order_they_came(void **state)
{
    Trace *trace = three_steps(*state);
    assert_int_equal(trace->step_count, 3);
    assert_string_equal(trace->steps[0].id, "x");
    assert_string_equal(trace->steps[2].id, "z");
}

static int add_a_fourth_step(Scene *scene)
{
    Trace *trace = three_steps(scene);
    add_step(trace, trace->steps[0]);
    return 0;
}

static void more_steps_than_there_is_room_for_are_a_bug(void **state)
{
    check_aborts(add_a_fourth_step, *state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_keep_their_labels),
        cmocka_unit_test(numbers_are_settings),
        cmocka_unit_test(steps_stay_in_the_order_they_came),
        cmocka_unit_test(more_steps_than_there_is_room_for_are_a_bug),
    };
    return run_scenes(tests);
}
