#include "cli/progress.h"

#include "support/sample.h"

#include <string.h>

/* What is printed of steps that take `seconds` each, from second 100 on. */
static const char *printed(Scene *scene, Progress progress, int done, double seconds)
{
    Recording recording;
    recording_begin(&recording);
    progress.stream = recording.stream;
    progress.started = progress.shown = 100;
    ProgressState state = {0};
    for (int i = 1; i <= done; i++) {
        state = (ProgressState){i, 12.344, "held-out perplexity 813"};
        progress_show(&progress, state, 100 + i * seconds);
    }
    progress_end(&progress, state, 100 + done * seconds);
    return recording_end(scene, &recording).data;
}

static int count_of(const char *text, char c)
{
    int count = 0;
    for (; *text; text++)
        count += *text == c;
    return count;
}

static void a_pipe_gets_a_line_now_and_then_and_a_last_one(void **state)
{
    Progress pipe = {.total = 3000};
    assert_string_equal(printed(*state, pipe, 25, 1),
                        "step 10 of 3000, loss 12.34, held-out perplexity 813, 49:50 left\n"
                        "step 20 of 3000, loss 12.34, held-out perplexity 813, 49:40 left\n"
                        "step 25 of 3000, loss 12.34, held-out perplexity 813, 49:35 left\n");
    pipe.total = 2;
    assert_string_equal(printed(*state, pipe, 2, 0.001),
                        "step 2 of 2, loss 12.34, held-out perplexity 813, 0:00 left\n");
}

static void the_time_left_is_told_in_hours_when_it_is_long(void **state)
{
    Progress pipe = {.total = 3724};
    assert_non_null(strstr(printed(*state, pipe, 1, 1), " 1:02:03 left\n"));
}

static void a_terminal_is_drawn_at_most_ten_times_a_second_within_its_width(void **state)
{
    Progress terminal = {.terminal = true, .width = 80, .total = 1000};
    const char *text = printed(*state, terminal, 1000, 0.001);
    assert_in_range(count_of(text, '\r'), 9, 11);
    assert_int_equal(count_of(text, '\n'), 1);
    assert_non_null(strstr(
        text, "\r[================] 1000/1000  loss 12.34  held-out perplexity 813  0:00 left"));
    for (int width = 1; width < 90; width += 11) {
        terminal.width = width;
        for (text = strchr(printed(*state, terminal, 500, 0.01), '\r'); text;
             text = strchr(text + 1, '\r')) {
            const char *end = strchr(text, '\033');
            assert_non_null(end);
            assert_true(end - text - 1 < width);
        }
    }
}

static void the_bar_is_as_full_as_the_work(void **state)
{
    Progress terminal = {.terminal = true, .width = 80, .total = 1000000};
    assert_non_null(
        strstr(printed(*state, terminal, 500000, 1e-7), "\r[========        ] 500000/1000000 "));
}

static void silence_is_silent(void **state)
{
    (void)state;
    Progress silent = progress_begin(10, true, 0);
    assert_null(silent.stream);
    progress_show(&silent, (ProgressState){1, 1, ""}, 100);
    progress_end(&silent, (ProgressState){1, 1, ""}, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pipe_gets_a_line_now_and_then_and_a_last_one),
        cmocka_unit_test(the_time_left_is_told_in_hours_when_it_is_long),
        cmocka_unit_test(a_terminal_is_drawn_at_most_ten_times_a_second_within_its_width),
        cmocka_unit_test(the_bar_is_as_full_as_the_work),
        cmocka_unit_test(silence_is_silent),
    };
    return run_scenes(tests);
}
