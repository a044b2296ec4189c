/* What an attempt is made of: for base/error.c, and for tests, which attempt single calls. */
#pragma once

#include "base/base.h"

#include <setjmp.h>
#include <unwind.h>

/* What is deeper than its frame, which calls setjmp with `start`, is left. What that frame itself
   is to end (ENDED_BY) may be ended, too, so that it should have nothing. */
typedef struct Attempt {
    jmp_buf start;
    const void *frame; /* not where an Attempt lies: a sanitizer may keep variables elsewhere */
    Error *error;
    const Blame *blamed;
    struct Attempt *outer;
    struct _Unwind_Exception thrown;
} Attempt;

/* `frame` is __builtin_frame_address(0). */
void attempt_begin(Attempt *attempt, const void *frame, Error *error);
void attempt_end(const Attempt *attempt);
