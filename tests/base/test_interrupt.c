#include "support/scene.h"

/* Each body runs in a process of its own: what was caught cannot be forgotten. */

static int catch_and_go_on(Scene *scene)
{
    (void)scene;
    interrupt_install();
    interrupt_expect(true);
    if (interrupted())
        return 1;
    interrupt_finish(); /* nothing to do */
    raise(SIGTERM);
    return interrupted() ? 0 : 2;
}

/* What is held is finished as if nothing had been caught. */
static int catch_and_hold(Scene *scene)
{
    (void)scene;
    interrupt_install();
    interrupt_expect(true);
    {
        INTERRUPTS_HELD;
        raise(SIGINT);
        if (interrupted())
            return 1;
    }
    return interrupted() ? 0 : 2;
}

static int catch_and_finish(Scene *scene)
{
    (void)scene;
    interrupt_install();
    interrupt_expect(true);
    raise(SIGINT);
    interrupt_finish();
    return 0;
}

static int catch_and_end_early(Scene *scene)
{
    (void)scene;
    interrupt_install();
    interrupt_expect(true);
    raise(SIGINT);
    if (!interrupted())
        return 1;
    interrupt_expect(false);
    if (interrupted())
        return 2;
    interrupt_finish();
    return 3;
}

static int catch_twice(Scene *scene)
{
    (void)scene;
    interrupt_install();
    interrupt_expect(true);
    raise(SIGINT);
    raise(SIGINT);
    return 0;
}

static int run_under_nohup(Scene *scene)
{
    (void)scene;
    signal(SIGHUP, SIG_IGN);
    interrupt_install();
    raise(SIGHUP);
    return interrupted() ? 1 : 0;
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

static void leave_a_trace(const void *name)
{
    if (mkdir(name, 0700) != 0)
        _exit(4);
}

static void raise_held(void)
{
    INTERRUPTS_HELD;
    raise(SIGINT);
}

/* What was forgotten is not undone; what is held is finished first. */
static int hold_and_undo(Scene *scene)
{
    (void)scene;
    Undoing outer = {.undo = leave_a_trace, .what = "outer"};
    Undoing middle = {.undo = leave_a_trace, .what = "middle"};
    Undoing inner = {.undo = leave_a_trace, .what = "inner"};
    interrupt_install();
    interrupt_undoes(&outer);
    interrupt_undoes(&middle);
    interrupt_undoes(&inner);
    interrupt_forgets(&middle);
    {
        INTERRUPTS_HELD;
        raise_held();
        if (mkdir("held", 0700) != 0)
            return 1;
    }
    return 2;
}

/* Another process sends the signal while this one waits for bytes that never come. */
static int wait_for_input(Scene *scene)
{
    int ends[2];
    pid_t parent = getpid();
    interrupt_install();
    interrupt_expect(true);
    alarm(20); /* rather than hang for ever */
    if (pipe(ends) != 0)
        return 1;
    if (fork() == 0) {
        usleep(100000);
        kill(parent, SIGINT);
        _exit(0);
    }
    if (is_done(scene, file_read_open(scene->arena, ends[0], "standard input", 10)))
        return 2;
    wait(NULL);
    return strcmp(scene->error.message, "standard input: Interrupted system call") == 0 ? 0 : 3;
}

static const struct {
    int (*body)(Scene *);
    int signal; /* that ends it; 0: it ends itself, and nothing was wrong */
} cases[] = {
    /* a signal that is expected is noticed and the work goes on */
    {catch_and_go_on, 0},
    {catch_and_hold, 0},
    /* the program ends by the signal it caught */
    {catch_and_finish, SIGINT},
    /* a signal that work has ended by still ends the program */
    {catch_and_end_early, SIGINT},
    /* a second signal ends the program at once */
    {catch_twice, SIGINT},
    /* a signal that was ignored stays ignored */
    {run_under_nohup, 0},
    /* so does a closed pipe */
    {write_to_a_closed_pipe, SIGPIPE},
    /* a signal undoes what is unfinished */
    {hold_and_undo, SIGINT},
    /* a signal wakes a read that waits */
    {wait_for_input, 0},
};

TEST(signals_are_noticed_and_end_the_program)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int status = run_apart(cases[i].body, scene);
        fail_if(WIFEXITED(status) && WEXITSTATUS(status) != 0, "case %zu ends with %d", i,
                WEXITSTATUS(status));
        assert_int_equal(WIFSIGNALED(status) ? WTERMSIG(status) : 0, cases[i].signal);
    }
    assert_string_equal(scene_list(scene, "."), "held inner outer");
}
