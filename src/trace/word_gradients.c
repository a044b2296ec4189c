#include "trace/traces.h"

Trace *trace_word_gradients(Graph *g, const GradientsSubject *s)
{
    Trace *t = trace_begin(g);
    Text names = text_new(t->arena);
    for (int i = 0; i < s->count; i++)
        text_format(&names, "%s%s", i ? ", " : "", s->titles[i]);
    add_text(t, s->source);
    add_text(t, s->target);
    add_setting(t, "models", names.data, false);
    add_setting(t, "target", s->forced ? "given" : "chosen", false);
    add_origin(t, &(Origin){.weights = s->origin});
    trace_tell(t, word_gradients_list);
    trace_places(t, "strongest",
                 trace_step(t, arena_format(t->arena, "%s/shares", s->names[0]))->cols);
    add_panel(t, grid_listed(t, "overview"));
    return t;
}
