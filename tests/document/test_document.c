#include "document/document.h"

#include "support/sample.h"

#include <stdlib.h>
#include <string.h>

/* ---- files ---- */

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

/* ---- commands ---- */

static const char *command(Scene *scene, const char *argument)
{
    const char *const argv[] = {"attnviz", argument};
    return shell_command(scene->arena, 2, argv);
}

static void a_command_is_quoted_where_a_shell_needs_it(void **state)
{
    Scene *scene = *state;
    assert_string_equal(command(scene, "--mask=causal,local:2"), "attnviz --mask=causal,local:2");
    assert_string_equal(command(scene, "the bat"), "attnviz 'the bat'");
    assert_string_equal(command(scene, ""), "attnviz ''");
    assert_string_equal(command(scene, "it's"), "attnviz 'it'\\''s'");
    assert_string_equal(command(scene, "$(reboot) `x` \"y\" !z"),
                        "attnviz '$(reboot) `x` \"y\" !z'");
    assert_string_equal(command(scene, "שלום"), "attnviz 'שלום'");
}

static void a_command_holds_no_control_character_and_no_half_character(void **state)
{
    Scene *scene = *state;
    assert_string_equal(command(scene, "a\x1b[1m\n'\\"), "attnviz $'a\\x1b[1m\\x0a\\x27\\x5c'");
    assert_string_equal(command(scene, "\xff.csv"), "attnviz $'\\xff.csv'");
}

static void a_shell_reads_a_command_as_it_was_typed(void **state)
{
    Scene *scene = *state;
    const char *const arguments[] = {"plain",       "the bat",     "it's",      "",
                                     "a\nb\t'\\\"", "$HOME `x` *", "é\xff\x01", "-s"};
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        const char *const argv[] = {"printf", "%s.", arguments[i]};
        const char *script =
            arena_format(scene->arena, "bash -c %s > out",
                         command(scene, shell_command(scene->arena, 3, argv)) + strlen("attnviz "));
        if (system(script) != 0)
            skip();
        assert_string_equal(scene_read(scene, "out").data,
                            arena_format(scene->arena, "%s.", arguments[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_has_the_number_the_step_and_the_extension),
        cmocka_unit_test(a_name_is_no_path),
        cmocka_unit_test(names_sort_in_the_order_of_the_trace_however_long_it_is),
        cmocka_unit_test(a_command_is_quoted_where_a_shell_needs_it),
        cmocka_unit_test(a_command_holds_no_control_character_and_no_half_character),
        cmocka_unit_test(a_shell_reads_a_command_as_it_was_typed),
    };
    return run_scenes(tests);
}
