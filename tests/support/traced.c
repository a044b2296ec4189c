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

Trace *traced_graph(Graph *g, const char *list, int d_model, int count, const char *const *words)
{
    Trace *t = trace_begin(g);
    for (int i = 0; i < count; i++)
        add_text(t, traced_text(words[i], 1, &words[i]));
    add_number_setting(t, "d_model", d_model);
    add_setting(t, "weights", "of a test", false);
    trace_tell(t, list);
    add_panels(t);
    return t;
}
