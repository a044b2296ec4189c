#include "write/names.h"

const char *file_name(const Trace *trace, int number, const char *id, const char *extension)
{
    int digits = trace->step_count > 99 ? 3 : 2;
    char *name = arena_format(trace->arena, "%0*d-%s.%s", digits, number, id, extension);
    for (char *c = name; *c; c++)
        if (*c == '/')
            *c = '-';
    return name;
}
