#define _GNU_SOURCE /* RTLD_NEXT */

#include "base/memory.h"

#include <dlfcn.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

const char memory_message[] = "out of memory; a shorter text or a smaller model takes less";

static atomic_bool refused;

bool memory_refused(void)
{
    return atomic_load(&refused);
}

void memory_forgive(void)
{
    atomic_store(&refused, false);
}

void out_of_memory(void)
{
    Error error;
    atomic_store(&refused, true);
    fail(&error, "%s", memory_message);
    escape(&error);
}

void memory_check(void)
{
    if (memory_refused())
        out_of_memory();
}

void *memory_take(size_t size)
{
    void *memory; /* of exactly this size: aligned_alloc would need a multiple of the alignment */
    if (posix_memalign(&memory, MEMORY_ALIGNMENT, size) != 0)
        out_of_memory();
    return memory;
}

/* The number behind a word at the beginning of a line of a file; ∞ without it. */
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
    double left = number_in("/proc/meminfo", "MemAvailable:") * 1024;
    double used = number_in("/sys/fs/cgroup/memory.stat", "anon ");
    double most = number_in("/sys/fs/cgroup/memory.max", "");
    if (isfinite(most) && isfinite(used))
        left = fmin(left, most - used);
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        left = fmin(left, (double)limit.rlim_cur);
    return left;
}

#ifndef ATTNVIZ_SANITIZE

/* ---- in front of the C library's functions, for all that call them ---- */

typedef union Function {
    void *address;
    void *(*malloc)(size_t);
    void *(*calloc)(size_t, size_t);
    void *(*realloc)(void *, size_t);
} Function;

/* The function that would have been called without this one here. */
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
        atomic_store(&refused, true);
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

#endif
