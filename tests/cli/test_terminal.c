#define _GNU_SOURCE /* posix_openpt */

#include "cli/terminal.h"

#include "support/scene.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

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
    if (terminal < 0 || grantpt(terminal) || unlockpt(terminal))
        _exit(100);
    int slave = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    if (slave < 0 || ioctl(slave, TIOCSWINSZ, &size) || dup2(slave, STDOUT_FILENO) < 0)
        _exit(101);
    clear_environment();
}

static void open_pipe(void)
{
    int file = open("/dev/null", O_WRONLY);
    if (file < 0 || dup2(file, STDOUT_FILENO) < 0)
        _exit(102);
    clear_environment();
}

static void check(Scene *scene, int (*body)(Scene *), int expected)
{
    int status = run_apart(body, scene);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), expected);
}

/* ---- width ---- */

static int width_of_133(Scene *scene)
{
    (void)scene;
    open_terminal(133);
    return terminal_width();
}

static int width_of_20(Scene *scene)
{
    (void)scene;
    open_terminal(20);
    return terminal_width();
}

static int width_of_0(Scene *scene)
{
    (void)scene;
    open_terminal(0);
    return terminal_width();
}

static int width_of_pipe(Scene *scene)
{
    (void)scene;
    open_pipe();
    setenv("COLUMNS", "133", 1);
    return terminal_width();
}

static void a_terminal_is_as_wide_as_it_says(void **state)
{
    check(*state, width_of_133, 133);
}

static void a_narrow_terminal_counts_as_forty_columns(void **state)
{
    check(*state, width_of_20, 40);
}

static void a_terminal_that_does_not_know_has_eighty(void **state)
{
    check(*state, width_of_0, 80);
}

static void a_pipe_has_eighty_whatever_the_window(void **state)
{
    check(*state, width_of_pipe, 80);
}

/* ---- colours ---- */

typedef struct Surroundings {
    bool terminal;
    const char *term, *colorterm, *no_color;
    ColourChoice choice;
    ColourDepth expected;
} Surroundings;

static const Surroundings table[] = {
    {true, "xterm-256color", NULL, NULL, COLOUR_AUTO, COLOUR_256},
    {true, "xterm-256color", "truecolor", NULL, COLOUR_AUTO, COLOUR_TRUE},
    {true, "xterm", "24bit", NULL, COLOUR_AUTO, COLOUR_TRUE},
    {true, "xterm", NULL, NULL, COLOUR_AUTO, COLOUR_NONE},
    {true, "dumb", "truecolor", NULL, COLOUR_AUTO, COLOUR_NONE},
    {true, NULL, "truecolor", NULL, COLOUR_AUTO, COLOUR_NONE},
    {true, "xterm-256color", "truecolor", "1", COLOUR_AUTO, COLOUR_NONE},
    {true, "xterm-256color", NULL, "", COLOUR_AUTO, COLOUR_256},
    {true, "xterm-256color", "truecolor", NULL, COLOUR_NEVER, COLOUR_NONE},
    {true, "xterm-256color", NULL, "1", COLOUR_ALWAYS, COLOUR_256},
    {false, "xterm-256color", "truecolor", NULL, COLOUR_AUTO, COLOUR_NONE},
    {false, "xterm-256color", "truecolor", NULL, COLOUR_ALWAYS, COLOUR_TRUE},
    {false, NULL, NULL, NULL, COLOUR_ALWAYS, COLOUR_256},
    {false, "dumb", NULL, "1", COLOUR_ALWAYS, COLOUR_256},
    {false, NULL, NULL, NULL, COLOUR_NEVER, COLOUR_NONE},
};

static void set(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
}

/* The first row of the table that is not as expected, from 1; 0 when all are. */
static int first_wrong_row(Scene *scene)
{
    (void)scene;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
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

static void colours_follow_the_choice_the_terminal_and_the_environment(void **state)
{
    check(*state, first_wrong_row, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_terminal_is_as_wide_as_it_says),
        cmocka_unit_test(a_narrow_terminal_counts_as_forty_columns),
        cmocka_unit_test(a_terminal_that_does_not_know_has_eighty),
        cmocka_unit_test(a_pipe_has_eighty_whatever_the_window),
        cmocka_unit_test(colours_follow_the_choice_the_terminal_and_the_environment),
    };
    return run_scenes(tests);
}
