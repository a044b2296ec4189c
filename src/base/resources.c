#include "base/resources.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

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

double disk_left(const char *path)
{
    struct statvfs of;
    if (statvfs(path, &of) != 0 && statvfs(*path == '/' ? "/" : ".", &of) != 0)
        return INFINITY;
    return (double)of.f_bavail * (double)of.f_frsize;
}
