#include "base/base.h"

#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int caught, expected;
static atomic_int held, due; /* due: a signal ends the program as soon as nothing is held */
static Undoing *_Atomic undoings;

static void end_by(int signal_number)
{
    signal(signal_number, SIG_DFL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, signal_number);
    raise(signal_number);
    sigprocmask(SIG_UNBLOCK, &only, NULL); /* within its own handler a signal is blocked */
}

/* Runs all undo actions and prints the line. */
static void undo_all(const char *line)
{
    for (const Undoing *u = undoings; u; u = u->before)
        u->undo(u->what);
    ssize_t told = write(STDERR_FILENO, line, strlen(line));
    (void)told; /* stderr may be closed: nothing to be done */
}

static void end_now(void)
{
    undo_all(caught == SIGPIPE ? "" : "attnviz: interrupted\n");
    end_by(caught);
}

void interrupt_end_refused(void)
{
    undo_all("attnviz: " MEMORY_MESSAGE "\n");
    _exit(EXIT_FAILURE);
}

static void handle(int signal_number)
{
    bool noted = expected && !caught;
    caught = signal_number;
    if (noted)
        return;
    if (held)
        due = 1;
    else
        end_now();
}

void interrupt_install(void)
{
    signal(SIGXFSZ, SIG_IGN); /* a file beyond its limit is an error of the write */
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT, SIGXCPU};
    /* No SA_RESTART: a read that waits for the keyboard must return. The other signals wait while
       one is handled. */
    struct sigaction action = {.sa_handler = handle}, before;
    sigfillset(&action.sa_mask);
    for (int i = 0; i < COUNT_OF(signals); i++)
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
}

void interrupt_undoes(Undoing *undoing)
{
    undoing->before = undoings;
    undoings = undoing;
}

void interrupt_forgets(const Undoing *undoing)
{
    INTERRUPTS_HELD;
    Undoing *_Atomic *link = &undoings;
    while (*link && *link != undoing)
        link = &(*link)->before;
    if (*link)
        *link = undoing->before;
}

int interrupt_hold(void)
{
    return held++;
}

void interrupt_release(UNUSED const int *before)
{
    if (--held == 0 && due)
        end_now();
}

void interrupt_expect(bool expects)
{
    expected = expects;
}

bool interrupted(void)
{
    return caught && expected && !held;
}

void interrupt_finish(void)
{
    if (caught)
        end_by(caught);
}
