#define _GNU_SOURCE /* posix_openpt */

#include "cli/output.h"

#include "support/sample.h"

#include <sys/ioctl.h>

enum { NO_TERMINAL = 100 }; /* the exit status where none can be opened */

/* Each body runs in a process of its own, with a standard output and an environment of its own. */

static void clear_environment(void)
{
    unsetenv("NO_COLOR");
    unsetenv("COLORTERM");
    unsetenv("TERM");
}

/* Standard output becomes a terminal of so many columns. */
static void open_terminal(int columns)
{
    struct winsize size = {.ws_row = 24, .ws_col = (unsigned short)columns};
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    const char *name =
        terminal < 0 || grantpt(terminal) || unlockpt(terminal) ? NULL : ptsname(terminal);
    int slave = name ? open(name, O_RDWR | O_NOCTTY) : -1;
    if (slave < 0 || ioctl(slave, TIOCSWINSZ, &size) || dup2(slave, STDOUT_FILENO) < 0)
        _exit(NO_TERMINAL);
    clear_environment();
}

static void open_pipe(void)
{
    int file = open("/dev/null", O_WRONLY);
    if (file < 0 || dup2(file, STDOUT_FILENO) < 0)
        _exit(101);
    clear_environment();
}

/* The row of a table that a body looks at. */
static size_t row;

/* A body in a process of its own for each row of a table: it returns whether the row is wrong. Rows
   of terminals are left out where there are none. */
static void check_rows(Scene *scene, size_t count, int (*is_wrong)(Scene *))
{
    int left_out = 0;
    for (row = 0; row < count; row++) {
        int status = run_apart(is_wrong, scene);
        assert_true(WIFEXITED(status));
        left_out += WEXITSTATUS(status) == NO_TERMINAL;
        fail_if(WEXITSTATUS(status) && WEXITSTATUS(status) != NO_TERMINAL, "row %zu", row + 1);
    }
    if (left_out)
        print_message("no pseudo-terminal can be opened here (/dev/pts): %d skipped\n", left_out);
}

/* ---- width ---- */

static const struct {
    int columns, width; /* columns −1: a pipe */
} widths[] = {{-1, 80}, {133, 133}, {20, 40}, {0, 80}};

static int width_is_wrong(Scene *scene)
{
    (void)scene;
    if (widths[row].columns < 0)
        open_pipe();
    else
        open_terminal(widths[row].columns);
    setenv("COLUMNS", "133", 1);
    return terminal_width() != widths[row].width;
}

TEST(a_terminal_is_as_wide_as_it_says_but_at_least_forty_and_a_pipe_has_eighty)
{
    check_rows(scene, sizeof widths / sizeof *widths, width_is_wrong);
}

/* ---- colours ---- */

static const struct {
    bool terminal;
    const char *term, *colorterm, *no_color;
    ColourChoice choice;
    ColourDepth expected;
} colours[] = {
#include "cli/cases/colours.list"
};

static void set(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
}

static int colour_is_wrong(Scene *scene)
{
    (void)scene;
    if (colours[row].terminal)
        open_terminal(80);
    else
        open_pipe();
    set("TERM", colours[row].term);
    set("COLORTERM", colours[row].colorterm);
    set("NO_COLOR", colours[row].no_color);
    return terminal_colours(colours[row].choice) != colours[row].expected;
}

TEST(colours_follow_the_choice_and_on_a_terminal_the_environment)
{
    check_rows(scene, sizeof colours / sizeof *colours, colour_is_wrong);
}

/* ---- progress ---- */

/* What is printed of steps that take `seconds` each, from second 100 on. */
static const char *printed_of(Scene *scene, Progress progress, int done, double seconds,
                              const char *measure)
{
    Recording recording;
    recording_begin(&recording);
    progress.stream = recording.stream;
    progress.started = progress.shown = 100;
    progress.loss = 12.344;
    progress.measure = measure;
    for (int i = 1; i <= done; i++)
        progress_show(&progress, i, 100 + i * seconds);
    progress_end(&progress);
    return recording_end(scene->arena, &recording).data;
}

static const char *printed(Scene *scene, Progress progress, int done, double seconds)
{
    return printed_of(scene, progress, done, seconds, "held-out perplexity 813");
}

static int count_of(const char *text, char c)
{
    int count = 0;
    for (; *text; text++)
        count += *text == c;
    return count;
}

TEST(a_pipe_gets_a_line_now_and_then_and_a_last_one)
{
    Progress pipe = {.total = 3000};
    assert_string_equal(printed(scene, pipe, 25, 1),
                        "step 10 of 3000, mean loss 12.34, held-out perplexity 813, 49:50 left\n"
                        "step 20 of 3000, mean loss 12.34, held-out perplexity 813, 49:40 left\n"
                        "step 25 of 3000, mean loss 12.34, held-out perplexity 813, 49:35 left\n");
    pipe.total = 2;
    assert_string_equal(printed(scene, pipe, 2, 0.001),
                        "step 2 of 2, mean loss 12.34, held-out perplexity 813, 0:00 left\n");
}

TEST(work_without_a_measure_is_told_of_only_where_it_takes_long)
{
    Progress pipe = {.total = 30}, terminal = {.total = 30, .terminal = true, .width = 80};
    assert_string_equal(printed_of(scene, pipe, 25, 1, NULL),
                        "step 10 of 30, 0:20 left\nstep 20 of 30, 0:10 left\n"
                        "step 25 of 30, 0:05 left\n");
    assert_string_equal(printed_of(scene, pipe, 30, 0.1, NULL), "");
    assert_string_equal(printed_of(scene, terminal, 2, 0.04, NULL), "");
    assert_string_equal(printed_of(scene, terminal, 1, 0.2, NULL),
                        "\r[            ] 1/30  0:06 left\033[K"
                        "\r[            ] 1/30  0:06 left\033[K\n");
}

TEST(the_time_left_is_told_in_hours_when_it_is_long)
{
    Progress pipe = {.total = 3724};
    assert_has(printed(scene, pipe, 1, 1), " 1:02:03 left\n");
}

TEST(a_terminal_is_drawn_at_most_ten_times_a_second_within_its_width)
{
    Progress terminal = {.terminal = true, .width = 80, .total = 1000};
    const char *text = printed(scene, terminal, 1000, 0.001);
    assert_in_range(count_of(text, '\r'), 9, 11);
    assert_int_equal(count_of(text, '\n'), 1);
    assert_has(text,
               "\r[============] 1000/1000  mean loss 12.34  held-out perplexity 813  0:00 left");
    for (int width = 1; width < 90; width += 11) {
        terminal.width = width;
        for (text = strchr(printed(scene, terminal, 500, 0.01), '\r'); text;
             text = strchr(text + 1, '\r')) {
            const char *end = strchr(text, '\033');
            assert_non_null(end);
            assert_true(end - text - 1 < width);
        }
    }
}

TEST(the_bar_is_as_full_as_the_work)
{
    Progress terminal = {.terminal = true, .width = 80, .total = 1000000};
    assert_has(printed(scene, terminal, 500000, 1e-7), "\r[======      ] 500000/1000000 ");
}

TEST(silence_is_silent)
{
    Progress silent = progress_begin(10, true);
    assert_null(silent.stream);
    progress_show(&silent, 1, 100);
    progress_end(&silent);
}
