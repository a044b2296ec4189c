#include "support/traced.h"

#include "cli/output.h"

Trace *traced(Scene *scene, const char *line)
{
    FAILS_WITH(arena_format(scene->arena, "%s: ", line));
    Run run = {.arena = scene->arena};
    run.argv = (const char *const *)words_of_line(
        scene, arena_format(scene->arena, "attnviz %s", line), &run.argc);
    run_read(&run);
    options_validate(&run);
    Trace *trace = run_asked(&run);
    add_panels(trace);
    trace->argc = run.argc;
    trace->argv = run.argv;
    return trace;
}
