#include "base/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t caught, heeded;

static void note(int signal_number)
{
    caught = signal_number;
    heeded = 0;
}

void interrupt_install(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    /* No SA_RESTART: a read that waits for the keyboard must come back. */
    struct sigaction action = {.sa_handler = note, .sa_flags = (int)SA_RESETHAND}, before;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGPIPE, &ignore, NULL);
}

bool interrupted(void)
{
    return caught && !heeded;
}

void interrupt_heed(void)
{
    heeded = 1;
}

void interrupt_finish(void)
{
    if (!caught)
        return;
    signal(caught, SIG_DFL);
    raise(caught);
}
