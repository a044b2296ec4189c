#include "base/base.h"

#include <setjmp.h>

static void write_message(Error *error, int exit_code, const char *format, va_list args)
{
    bool starved = memory_refused(); /* out of memory takes precedence over any other message */
    if (!error)
        return;
    error->exit_code = starved ? EXIT_FAILURE : exit_code;
    vsnprintf(error->message, sizeof error->message, starved ? memory_message : format, args);
}

bool fail(Error *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    write_message(error, EXIT_FAILURE, format, args);
    va_end(args);
    return false;
}

bool fail_usage(Error *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    write_message(error, EXIT_USAGE, format, args);
    va_end(args);
    return false;
}

bool fail_as_usage(Error *error)
{
    error->exit_code = EXIT_USAGE;
    return false;
}

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

void check_failed(const char *file, int line, const char *condition, const char *format, ...)
{
    va_list args;
    memory_check();
    va_start(args, format);
    fprintf(stderr, "attnviz: bug at %s:%d: %s: ", file, line, condition);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    abort();
}
