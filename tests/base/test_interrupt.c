#include "base/interrupt.h"

#include "base/file.h"
#include "support/scene.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Each body runs in a process of its own: what was caught cannot be forgotten. */

static int catch_and_go_on(Scene *scene)
{
    (void)scene;
    interrupt_install();
    if (interrupted())
        return 1;
    interrupt_finish(); /* nothing to do */
    raise(SIGTERM);
    return interrupted() ? 0 : 2;
}

static void a_signal_is_noticed_and_the_work_goes_on(void **state)
{
    int status = run_apart(catch_and_go_on, *state);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static int catch_and_finish(Scene *scene)
{
    (void)scene;
    interrupt_install();
    raise(SIGINT);
    interrupt_finish();
    return 0;
}

static void the_program_ends_by_the_signal_it_caught(void **state)
{
    int status = run_apart(catch_and_finish, *state);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGINT);
}

static int catch_and_heed(Scene *scene)
{
    (void)scene;
    interrupt_install();
    raise(SIGINT);
    interrupt_heed();
    if (interrupted())
        return 1;
    raise(SIGTERM);
    if (!interrupted())
        return 2;
    interrupt_heed();
    interrupt_finish();
    return 3;
}

static void a_signal_that_was_heeded_still_ends_the_program(void **state)
{
    int status = run_apart(catch_and_heed, *state);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGTERM);
}

static int catch_twice(Scene *scene)
{
    (void)scene;
    interrupt_install();
    raise(SIGINT);
    raise(SIGINT);
    return 0;
}

static void a_second_signal_ends_the_program_at_once(void **state)
{
    int status = run_apart(catch_twice, *state);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGINT);
}

static int run_under_nohup(Scene *scene)
{
    (void)scene;
    signal(SIGHUP, SIG_IGN);
    interrupt_install();
    raise(SIGHUP);
    return interrupted() ? 1 : 0;
}

static void a_signal_that_was_ignored_stays_ignored(void **state)
{
    int status = run_apart(run_under_nohup, *state);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static int write_to_a_closed_pipe(Scene *scene)
{
    (void)scene;
    int ends[2];
    interrupt_install();
    if (pipe(ends) != 0)
        return 1;
    close(ends[0]);
    return write(ends[1], "x", 1) < 0 && errno == EPIPE ? 0 : 2;
}

static void a_closed_pipe_is_an_error_of_the_write(void **state)
{
    int status = run_apart(write_to_a_closed_pipe, *state);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* Another process sends the signal while this one waits for bytes that never come. */
static int wait_for_input(Scene *scene)
{
    int ends[2];
    pid_t parent = getpid();
    interrupt_install();
    alarm(20); /* rather than hang for ever */
    if (pipe(ends) != 0)
        return 1;
    if (fork() == 0) {
        usleep(100000);
        kill(parent, SIGINT);
        _exit(0);
    }
    Bytes bytes;
    if (file_read_open(scene->arena, ends[0], "standard input", 10, &bytes, &scene->error))
        return 2;
    wait(NULL);
    return strcmp(scene->error.message, "standard input: Interrupted system call") == 0 ? 0 : 3;
}

static void a_signal_wakes_a_read_that_waits(void **state)
{
    int status = run_apart(wait_for_input, *state);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_signal_is_noticed_and_the_work_goes_on),
        cmocka_unit_test(the_program_ends_by_the_signal_it_caught),
        cmocka_unit_test(a_signal_that_was_heeded_still_ends_the_program),
        cmocka_unit_test(a_second_signal_ends_the_program_at_once),
        cmocka_unit_test(a_signal_that_was_ignored_stays_ignored),
        cmocka_unit_test(a_closed_pipe_is_an_error_of_the_write),
        cmocka_unit_test(a_signal_wakes_a_read_that_waits),
    };
    return run_scenes(tests);
}
