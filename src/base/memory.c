#define _GNU_SOURCE /* RTLD_NEXT, MADV_HUGEPAGE */

#include "base/base.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <unistd.h>

static atomic_bool refused, ends_program;

/* The first thread that is refused ends the program; all others, even those that only see the flag,
   wait for that. */
bool memory_refused(void)
{
    bool known = atomic_load(&refused);
    while (known && ends_program)
        pause();
    return known;
}

static void refuse(void)
{
    if (!atomic_exchange(&refused, true) && ends_program)
        interrupt_end_refused();
    memory_refused(); /* waits, if another thread ends the program */
}

void memory_ends_program(void)
{
    memory_check();
    ends_program = true;
}

void memory_forgive(void)
{
    atomic_store(&refused, false);
}

void out_of_memory(void)
{
    refuse();
    fail(MEMORY_MESSAGE);
}

void memory_check(void)
{
    if (memory_refused())
        out_of_memory();
}

/* Large allocations use huge pages where the system has them: clearing many small pages took longer
   than the computation in them. */
void *memory_take(size_t size)
{
    enum { PAGE = 1 << 21, LARGE = 8 * PAGE };
    void *memory; /* not aligned_alloc, whose size must be a multiple of the alignment */
    if (posix_memalign(&memory, size < LARGE ? MEMORY_ALIGNMENT : PAGE, size) != 0)
        out_of_memory();
#ifdef MADV_HUGEPAGE
    if (size >= LARGE)
        madvise(memory, size, MADV_HUGEPAGE);
#endif
    return memory;
}

/* The number after a word at the start of a line of a file; ∞ if there is none. */
static double number_in(const char *path, const char *word)
{
    FILE *file = fopen(path, "r");
    char line[256];
    double number = INFINITY;
    size_t length = strlen(word);
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, word, length) && sscanf(line + length, "%lf", &number) == 1)
            break;
    if (file)
        fclose(file);
    return number;
}

double memory_left(void)
{
    struct rlimit limit;
    double left = fmin(number_in("/proc/meminfo", "MemAvailable:") * 1024, (double)SIZE_MAX);
    double used = number_in("/sys/fs/cgroup/memory.stat", "anon ");
    double most = number_in("/sys/fs/cgroup/memory.max", "");
    if (isfinite(most) && isfinite(used))
        left = fmin(left, most - used);
    double mapped = number_in("/proc/self/status", "VmSize:") * 1024;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        left = fmin(left, (double)limit.rlim_cur - (isfinite(mapped) ? mapped : 0));
    return left;
}

void memory_ask(const char *what, double bytes, const char *instead)
{
    double left = memory_left();
    if (bytes > left)
        fail("%s would take about %.1f GB of memory, and %.1f GB are left: %s", what, bytes / 1e9,
             left / 1e9, instead);
}

#ifndef ATTNVIZ_SANITIZE

/* ---- wrappers of the C library's functions, for every caller ---- */

typedef union Function {
    void *address;
    void *(*malloc)(size_t);
    void *(*calloc)(size_t, size_t);
    void *(*realloc)(void *, size_t);
    int (*posix_memalign)(void **, size_t, size_t);
    int (*pthread_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
} Function;

/* The function that this file's wrapper hides. */
static Function next(_Atomic(void *) *known, const char *name)
{
    Function function = {atomic_load_explicit(known, memory_order_relaxed)};
    if (!function.address) {
        function.address = dlsym(RTLD_NEXT, name);
        atomic_store_explicit(known, function.address, memory_order_relaxed);
    }
    return function;
}

static void *noted(void *memory, bool wanted)
{
    if (!memory && wanted)
        refuse();
    return memory;
}

void *malloc(size_t size)
{
    static _Atomic(void *) known;
    return noted(next(&known, "malloc").malloc(size), size);
}

void *calloc(size_t count, size_t size)
{
    static _Atomic(void *) known;
    return noted(next(&known, "calloc").calloc(count, size), count && size);
}

void *realloc(void *memory, size_t size)
{
    static _Atomic(void *) known;
    return noted(next(&known, "realloc").realloc(memory, size), size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    static _Atomic(void *) known;
    int failure = next(&known, "posix_memalign").posix_memalign(memory, alignment, size);
    noted(NULL, failure == ENOMEM);
    return failure;
}

/* A thread's stack is memory, too; but a caller can often do without the thread. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *),
                   void *data)
{
    static _Atomic(void *) known;
    int failure = next(&known, "pthread_create").pthread_create(thread, attributes, work, data);
    noted(NULL, failure && ends_program);
    return failure;
}

#endif
