/* Failures are thrown as C++ throws, so that each block that is left runs its ENDED_BY; but they
 * are caught by setjmp, for C has no catch. */
#include "base/attempt.h"

static _Thread_local Attempt *innermost;
static _Thread_local const Blame *blamed;

/* The length of all prefixes, the outermost first. */
static size_t put_prefixes(char *message, size_t size, const Blame *b)
{
    size_t length = b ? put_prefixes(message, size, b->outer) : 0;
    snprintf(message + length, size - length, "%s", b ? b->prefix : "");
    return strlen(message);
}

static _Noreturn void leave(int exit_code, const char *format, va_list args)
{
    Error error;
    size_t begin = put_prefixes(error.message, sizeof error.message, blamed);
    vsnprintf(error.message + begin, sizeof error.message - begin, format, args);
    error.exit_code = exit_code;
    for (const Blame *b = blamed; b; b = b->outer)
        error.exit_code = b->usage ? EXIT_USAGE : error.exit_code;
    if (memory_refused()) /* which takes precedence over any other message */
        error = (Error){EXIT_FAILURE, MEMORY_MESSAGE};
    escape(&error);
}

void fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    leave(EXIT_FAILURE, format, args);
}

void fail_usage(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    leave(EXIT_USAGE, format, args);
}

const Blame *blame_begin(const Blame *blame)
{
    const Blame *outer = blamed;
    blamed = blame;
    return outer;
}

void blame_end(const Blame *blame)
{
    blamed = blame->outer;
}

/* Asked before each frame is left, with its lowest address: stops behind that of the attempt. (A
   stack grows towards lower addresses.) */
static _Unwind_Reason_Code stop_at_attempt(int version, _Unwind_Action actions,
                                           _Unwind_Exception_Class class,
                                           struct _Unwind_Exception *thrown,
                                           struct _Unwind_Context *context, void *data)
{
    Attempt *attempt = data;
    (void)version, (void)class, (void)thrown;
    if ((actions & _UA_END_OF_STACK) || _Unwind_GetCFA(context) > (uintptr_t)attempt->frame)
        longjmp(attempt->start, 1);
    return _URC_NO_REASON;
}

void attempt_begin(Attempt *this, const void *frame, Error *error)
{
    this->frame = frame;
    this->error = error;
    this->blamed = blamed;
    this->outer = innermost;
    innermost = this;
}

void attempt_end(const Attempt *this)
{
    innermost = this->outer;
    blamed = this->blamed; /* also where frames could not be unwound */
}

/* Not inlined: its own frame has nothing to end, a caller's may have (base/attempt.h). */
__attribute__((noinline)) bool attempt(Attempted *work, void *data, Error *error)
{
    Attempt this;
    attempt_begin(&this, __builtin_frame_address(0), error);
    bool done = setjmp(this.start) == 0;
    if (done) {
        work(data);
        memory_check();
    }
    attempt_end(&this);
    return done;
}

void escape(const Error *error)
{
    Attempt *to = innermost;
    if (!to) {
        fprintf(stderr, "attnviz: %s\n", error->message);
        exit(error->exit_code);
    }
    *to->error = *error;
    _Unwind_ForcedUnwind(&to->thrown, stop_at_attempt, to);
    longjmp(to->start, 1); /* frames that cannot be unwound are left without their ends */
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
