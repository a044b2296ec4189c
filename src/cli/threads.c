#include "cli/threads.h"

#include "cli/values.h"
#include "tensor/threads.h"

#include <stdio.h>
#include <stdlib.h>

bool threads_read(const Arguments *a, int *threads, Error *error)
{
    *threads = 0;
    return value_whole_or(a, OPTION_THREADS, "auto", 1, MAX_THREADS, threads, error);
}

/* The environment is where thread_limit looks, so that no operation of a graph needs to be handed a
   number that does not change what it computes. */
void threads_set(int threads)
{
    char number[12];
    if (!threads)
        return;
    snprintf(number, sizeof number, "%d", threads);
    setenv("ATTNVIZ_THREADS", number, 1);
}
