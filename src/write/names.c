#include "write/names.h"

/* How many digits number the steps: at least two, and enough for the last. */
static int digit_count(int steps)
{
    int digits = 2;
    for (int most = 99; steps > most; most = 10 * most + 9)
        digits++;
    return digits;
}

const char *file_name(const Trace *trace, int number, const char *id, const char *extension)
{
    char *name = arena_format(trace->arena, "%0*d-%s.%s", digit_count(trace->step_count), number,
                              id, extension);
    for (char *c = name; *c; c++)
        if (*c == '/')
            *c = '-';
    return name;
}
