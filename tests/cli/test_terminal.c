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

/* What a body in a process of its own returns; a test of terminals is skipped where there are none.
 */
static int result_of(Scene *scene, int (*body)(Scene *))
{
    int status = run_apart(body, scene);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) != NO_TERMINAL)
        return WEXITSTATUS(status);
    print_message("no pseudo-terminal can be opened here (/dev/pts): skipped\n");
    skip();
    return 0;
}

/* ---- width ---- */

static const struct {
    int columns, width; /* columns −1: a pipe */
} widths[] = {{-1, 80}, {133, 133}, {20, 40}, {0, 80}};

/* The first row that is not as expected, from 1; 0 when all are. Pipes are in the first. */
static int first_wrong_width(Scene *scene, size_t from, size_t to)
{
    (void)scene;
    for (size_t i = from; i < to; i++) {
        if (widths[i].columns < 0)
            open_pipe();
        else
            open_terminal(widths[i].columns);
        setenv("COLUMNS", "133", 1);
        if (terminal_width() != widths[i].width)
            return (int)i + 1;
    }
    return 0;
}

static int wrong_width_of_pipes(Scene *scene)
{
    return first_wrong_width(scene, 0, 1);
}

static int wrong_width_of_terminals(Scene *scene)
{
    return first_wrong_width(scene, 1, sizeof widths / sizeof *widths);
}

TEST(a_pipe_has_eighty_columns_whatever_the_window)
{
    assert_int_equal(result_of(scene, wrong_width_of_pipes), 0);
}

TEST(a_terminal_is_as_wide_as_it_says_but_at_least_forty)
{
    assert_int_equal(result_of(scene, wrong_width_of_terminals), 0);
}

/* ---- colours ---- */

typedef struct Surroundings {
    bool terminal;
    const char *term, *colorterm, *no_color;
    ColourChoice choice;
    ColourDepth expected;
} Surroundings;

static const Surroundings table[] = {
#include "cli/cases/colours.list"
};

static void set(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
}

/* The first row, of terminals or of pipes, that is not as expected, from 1; 0 when all are. */
static int first_wrong_colour(bool terminals)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (table[i].terminal != terminals)
            continue;
        if (table[i].terminal)
            open_terminal(80);
        else
            open_pipe();
        set("TERM", table[i].term);
        set("COLORTERM", table[i].colorterm);
        set("NO_COLOR", table[i].no_color);
        if (terminal_colours(table[i].choice) != table[i].expected)
            return (int)i + 1;
    }
    return 0;
}

static int wrong_colour_of_terminals(Scene *scene)
{
    (void)scene;
    return first_wrong_colour(true);
}

static int wrong_colour_of_pipes(Scene *scene)
{
    (void)scene;
    return first_wrong_colour(false);
}

TEST(colours_of_a_terminal_follow_the_choice_and_the_environment)
{
    assert_int_equal(result_of(scene, wrong_colour_of_terminals), 0);
}

TEST(colours_of_a_pipe_follow_the_choice)
{
    assert_int_equal(result_of(scene, wrong_colour_of_pipes), 0);
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
    progress_end(&progress, done, 100 + done * seconds);
    return recording_end(scene, &recording).data;
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
                        "step 10 of 3000, loss 12.34, held-out perplexity 813, 49:50 left\n"
                        "step 20 of 3000, loss 12.34, held-out perplexity 813, 49:40 left\n"
                        "step 25 of 3000, loss 12.34, held-out perplexity 813, 49:35 left\n");
    pipe.total = 2;
    assert_string_equal(printed(scene, pipe, 2, 0.001),
                        "step 2 of 2, loss 12.34, held-out perplexity 813, 0:00 left\n");
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
                        "\r[                ] 1/30  0:06 left\033[K"
                        "\r[                ] 1/30  0:06 left\033[K\n");
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
               "\r[================] 1000/1000  loss 12.34  held-out perplexity 813  0:00 left");
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
    assert_has(printed(scene, terminal, 500000, 1e-7), "\r[========        ] 500000/1000000 ");
}

TEST(silence_is_silent)
{
    Progress silent = progress_begin(10, true, 0);
    assert_null(silent.stream);
    progress_show(&silent, 1, 100);
    progress_end(&silent, 1, 100);
}
