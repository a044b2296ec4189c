#include "base/attempt.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Attempt {
    jmp_buf start;
    Error *error;
    struct Attempt *outer;
} Attempt;

static _Thread_local Attempt *innermost;

bool attempt(Attempted *work, void *data, Error *error)
{
    Attempt this = {.error = error, .outer = innermost};
    innermost = &this;
    bool done = setjmp(this.start) == 0 && work(data, error);
    innermost = this.outer;
    return done && (!memory_refused() || fail(error, "%s", memory_message));
}

void escape(const Error *error)
{
    if (!innermost) {
        fprintf(stderr, "attnviz: %s\n", error->message);
        exit(error->exit_code);
    }
    *innermost->error = *error;
    longjmp(innermost->start, 1);
}
