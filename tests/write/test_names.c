#include "write/names.h"

#include "support/sample.h"

#include <string.h>

static void a_name_has_the_number_the_step_and_the_extension(void **state)
{
    const Trace *trace = sample_trace(*state, (SampleSettings){.text = "a", .heads = 1});
    assert_string_equal(file_name(trace, 7, "raw/weights", "png"), "07-raw-weights.png");
    assert_string_equal(file_name(trace, 12, "head-2/W_Q", "csv"), "12-head-2-W_Q.csv");
    assert_string_equal(file_name(trace, 0, "overview", "png"), "00-overview.png");
}

static void a_name_is_no_path(void **state)
{
    const Trace *trace = sample_trace(*state, (SampleSettings){.text = "a", .mask = "causal"});
    for (int i = 0; i < trace->step_count; i++)
        assert_null(strchr(file_name(trace, i + 1, trace->steps[i].id, "npy"), '/'));
}

static void check_order(Scene *scene, int heads)
{
    const Trace *trace =
        sample_trace(scene, (SampleSettings){.text = "a", .heads = heads, .dim = 2 * heads});
    const char *last = file_name(trace, 0, "overview", "csv");
    for (int i = 0; i < trace->step_count; i++) {
        const char *name = file_name(trace, i + 1, trace->steps[i].id, "csv");
        if (strcmp(last, name) >= 0)
            fail_msg("%s sorts before %s", name, last);
        last = name;
    }
}

static void names_sort_in_the_order_of_the_trace_however_long_it_is(void **state)
{
    check_order(*state, 1);
    check_order(*state, 12);  /* more than 99 steps */
    check_order(*state, 128); /* more than 999 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_has_the_number_the_step_and_the_extension),
        cmocka_unit_test(a_name_is_no_path),
        cmocka_unit_test(names_sort_in_the_order_of_the_trace_however_long_it_is),
    };
    return run_scenes(tests);
}
