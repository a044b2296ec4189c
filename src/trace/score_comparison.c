#include "trace/traces.h"

static void add_settings(Trace *t, const ScoreSubject *s)
{
    Text names = text_new(t->arena);
    for (int i = 0; i < s->count; i++)
        text_format(&names, "%s%s", i ? ", " : "", s->names[i]);
    add_setting(t, "scores", names.data, false);
    add_setting(t, "target", s->forced ? "given" : s->names[0], false);
    add_setting(t, "weights", s->origin, false);
    add_setting(t, "seed", s->seed, true);
}

Trace *trace_score_comparison(Graph *g, const ScoreSubject *s)
{
    Trace *t = trace_begin(g);
    add_text(t, s->source);
    add_text(t, s->target);
    add_settings(t, s);
    trace_tell(t, score_comparison_list);
    trace_places(t, "looks",
                 trace_step(t, arena_format(t->arena, "%s/alignment", s->names[0]))->cols);
    add_panels(t);
    return t;
}
