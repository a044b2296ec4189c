/* Stands between attnviz and the C library (LD_PRELOAD), and makes one call fail: the FAULT_AT-th
 * of those that ask for memory (FAULT=memory) or that change or read a file (FAULT=file); with
 * FAULT_ON=1 all from then on. At its end the process tells in the file FAULT_TOLD how many there
 * were, and which one failed: "386 malloc".
 *
 * A stream's writes and reads stay within the C library; so streams are made anew, of functions
 * that come through here. */
#define _GNU_SOURCE /* RTLD_NEXT, fopencookie */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum { NO_FAULT, MEMORY, FILES } Fault;

static Fault fault;
static bool stays;
static long at;
static atomic_long calls;
static const char *failed = "none";

static Fault wanted(void)
{
    const char *name = getenv("FAULT"), *text = getenv("FAULT_AT");
    at = text ? atol(text) : 0;
    stays = getenv("FAULT_ON") != NULL;
    return !name ? NO_FAULT : strcmp(name, "memory") == 0 ? MEMORY : FILES;
}

static void end(void);

/* Counts a call; whether it is to fail, and errno if so. From the first one on, the end comes
   before the program's destructors, which write what `make coverage` counts. */
static bool strikes(Fault kind, const char *call, int reason)
{
    if (kind != fault)
        return false;
    long number = atomic_fetch_add(&calls, 1) + 1;
    if (number == 1 && atexit(end) != 0)
        abort();
    if (!at || (stays ? number < at : number != at))
        return false;
    failed = call;
    errno = reason;
    return true;
}

/* What would have been called without this here. */
#define NEXT(name)                                                                                 \
    ((union {                                                                                      \
         void *address;                                                                            \
         __typeof__(&name) call;                                                                   \
     }){dlsym(RTLD_NEXT, #name)}                                                                   \
         .call)

/* A function that fails, or does what it always does. */
#define FAILING(kind, type, failure, reason, name, parameters, arguments)                          \
    type name parameters                                                                           \
    {                                                                                              \
        static __typeof__(&name) next;                                                             \
        if (!next)                                                                                 \
            next = NEXT(name);                                                                     \
        return strikes(kind, #name, reason) ? failure : next arguments;                            \
    }
#define MEMORY_CALL(...) FAILING(MEMORY, void *, NULL, ENOMEM, __VA_ARGS__)
#define FILE_CALL(type, ...) FAILING(FILES, type, -1, EIO, __VA_ARGS__)

MEMORY_CALL(malloc, (size_t size), (size))
MEMORY_CALL(calloc, (size_t count, size_t size), (count, size))
MEMORY_CALL(realloc, (void *memory, size_t size), (memory, size))
MEMORY_CALL(aligned_alloc, (size_t alignment, size_t size), (alignment, size))

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    static __typeof__(&posix_memalign) next;
    if (!next)
        next = NEXT(posix_memalign);
    return strikes(MEMORY, "posix_memalign", ENOMEM) ? ENOMEM : next(memory, alignment, size);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *),
                   void *argument)
{
    return strikes(MEMORY, "pthread_create", EAGAIN)
               ? EAGAIN
               : NEXT(pthread_create)(thread, attributes, work, argument);
}

void *mmap(void *address, size_t size, int protection, int flags, int descriptor, off_t offset)
{
    return strikes(MEMORY, "mmap", ENOMEM) || strikes(FILES, "mmap", EIO)
               ? MAP_FAILED
               : NEXT(mmap)(address, size, protection, flags, descriptor, offset);
}

FILE_CALL(ssize_t, read, (int descriptor, void *to, size_t size), (descriptor, to, size))
FILE_CALL(ssize_t, write, (int descriptor, const void *from, size_t size), (descriptor, from, size))
FILE_CALL(int, rename, (const char *from, const char *to), (from, to))
FILE_CALL(int, renameat, (int folder, const char *from, int other, const char *to),
          (folder, from, other, to))
FILE_CALL(int, link, (const char *from, const char *to), (from, to))
FILE_CALL(int, linkat, (int folder, const char *from, int other, const char *to, int flags),
          (folder, from, other, to, flags))
FILE_CALL(int, unlink, (const char *path), (path))
FILE_CALL(int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
FILE_CALL(int, mkdir, (const char *path, mode_t mode), (path, mode))
FILE_CALL(int, fsync, (int descriptor), (descriptor))
FILE_CALL(int, fdatasync, (int descriptor), (descriptor))

/* Closed it is in any case, as Linux does. */
int close(int descriptor)
{
    bool fails = strikes(FILES, "close", EIO);
    int reason = errno;
    int closed = NEXT(close)(descriptor);
    if (fails)
        errno = reason;
    return fails ? -1 : closed;
}

static mode_t mode_behind(int flags, va_list arguments)
{
    return flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
}

int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_behind(flags, arguments);
    va_end(arguments);
    return strikes(FILES, "open", EIO) ? -1 : NEXT(open)(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_behind(flags, arguments);
    va_end(arguments);
    return strikes(FILES, "openat", EIO) ? -1 : NEXT(openat)(folder, path, flags, mode);
}

/* ---- streams ---- */

static ssize_t stream_read(void *descriptor, char *to, size_t size)
{
    return read((int)(intptr_t)descriptor, to, size);
}

/* What is not written whole is 0, not −1, to a stream of this kind. */
static ssize_t stream_write(void *descriptor, const char *from, size_t size)
{
    ssize_t written = write((int)(intptr_t)descriptor, from, size);
    return written < 0 ? 0 : written;
}

static int stream_close(void *descriptor)
{
    return close((int)(intptr_t)descriptor);
}

static FILE *stream_new(int descriptor, const char *mode)
{
    return fopencookie((void *)(intptr_t)descriptor, mode,
                       (cookie_io_functions_t){stream_read, stream_write, NULL, stream_close});
}

FILE *fdopen(int descriptor, const char *mode)
{
    return fault == FILES ? stream_new(descriptor, mode) : NEXT(fdopen)(descriptor, mode);
}

/* ---- begin and end ---- */

__attribute__((constructor)) static void begin(void)
{
    Fault chosen = wanted();
    if (chosen == FILES)
        stdout = stream_new(STDOUT_FILENO, "w");
    fault = chosen;
}

__attribute__((destructor)) static void end(void)
{
    char told[64];
    const char *path = getenv("FAULT_TOLD");
    fault = NO_FAULT;
    int descriptor = path ? open(path, O_WRONLY | O_TRUNC) : -1;
    snprintf(told, sizeof told, "%ld %s", atomic_load(&calls), failed);
    if (descriptor >= 0 && write(descriptor, told, strlen(told)) < 0)
        abort();
}

/* Of a process that ends without its destructors, too. */
void _exit(int status)
{
    end();
    NEXT(_exit)(status);
    abort();
}
