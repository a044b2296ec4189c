#include "support/scene.h"

/* Each body runs in a process of its own: what was caught cannot be forgotten. Signals are caught
   in it, and SIGHUP is ignored, as under nohup. */
#define BODY(name) static int name(__attribute__((unused)) Scene *scene)

BODY(catch_and_go_on)
{
    if (interrupted())
        return 1;
    interrupt_finish(); /* nothing to do */
    raise(SIGTERM);
    return interrupted() ? 0 : 2;
}

/* What is held is finished as if nothing had been caught. */
BODY(catch_and_hold)
{
    {
        INTERRUPTS_HELD;
        raise(SIGINT);
        if (interrupted())
            return 1;
    }
    return interrupted() ? 0 : 2;
}

BODY(catch_and_finish)
{
    raise(SIGINT);
    interrupt_finish();
    return 0;
}

BODY(catch_and_end_early)
{
    raise(SIGINT);
    if (!interrupted())
        return 1;
    interrupt_expect(false);
    if (interrupted())
        return 2;
    interrupt_finish();
    return 3;
}

BODY(catch_twice)
{
    raise(SIGINT);
    raise(SIGINT);
    return 0;
}

BODY(run_under_nohup)
{
    raise(SIGHUP);
    return interrupted() ? 1 : 0;
}

BODY(write_to_a_closed_pipe)
{
    int ends[2];
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
BODY(hold_and_undo)
{
    Undoing outer = {.undo = leave_a_trace, .what = "outer"};
    Undoing middle = {.undo = leave_a_trace, .what = "middle"};
    Undoing inner = {.undo = leave_a_trace, .what = "inner"};
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
BODY(wait_for_input)
{
    int ends[2];
    pid_t parent = getpid();
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

BODY(run_out_of_time)
{
    raise(SIGXCPU);
    return 1;
}

/* A file past its limit is an error of the write alone. */
BODY(write_past_a_limit)
{
    raise(SIGXFSZ);
    return interrupted() ? 1 : 0;
}

BODY(quit)
{
    raise(SIGQUIT);
    return interrupted() ? 0 : 2;
}

typedef struct Case {
    int (*body)(Scene *);
    bool expects; /* a signal, from the beginning */
    int signal;   /* that ends it; 0: it ends itself, and nothing was wrong */
} Case;

static const Case cases[] = {
    /* a signal that is expected is noticed and the work goes on */
    {catch_and_go_on, true, 0},
    {catch_and_hold, true, 0},
    /* the program ends by the signal it caught */
    {catch_and_finish, true, SIGINT},
    /* a signal that work has ended by still ends the program */
    {catch_and_end_early, true, SIGINT},
    /* a second signal ends the program at once */
    {catch_twice, true, SIGINT},
    /* a signal that was ignored stays ignored */
    {run_under_nohup, false, 0},
    /* so does a closed pipe */
    {write_to_a_closed_pipe, false, SIGPIPE},
    /* the quit key is heeded as an interrupt is, and the end of the processor time allowed */
    {quit, true, 0},
    {run_out_of_time, false, SIGXCPU},
    {write_past_a_limit, true, 0},
    /* a signal undoes what is unfinished */
    {hold_and_undo, false, SIGINT},
    /* a signal wakes a read that waits */
    {wait_for_input, true, 0},
};

static int run_case(Scene *scene)
{
    const Case *c = scene->given;
    signal(SIGHUP, SIG_IGN);
    interrupt_install();
    if (c->expects)
        interrupt_expect(true);
    return c->body(scene);
}

TEST(signals_are_noticed_and_end_the_program)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scene->given = &cases[i];
        int status = run_apart(run_case, scene);
        fail_if(WIFEXITED(status) && WEXITSTATUS(status) != 0, "case %zu ends with %d", i,
                WEXITSTATUS(status));
        assert_int_equal(WIFSIGNALED(status) ? WTERMSIG(status) : 0, cases[i].signal);
    }
    assert_string_equal(scene_list(scene, "."), "held inner outer");
}
