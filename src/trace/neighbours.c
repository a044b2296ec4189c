#include "trace/traces.h"

static void add_settings(Trace *t, const NeighboursSubject *s)
{
    const Weights *w = s->weights;
    add_number_setting(t, "d_model", w->embeddings.cols);
    add_number_setting(t, "nearest", s->nearest);
    add_origin(t, &(Origin){w->origin, NULL, "held-out perplexity", NULL, w->recipe});
}

Trace *trace_neighbours(Graph *g, const NeighboursSubject *s)
{
    Trace *t = trace_begin(g);
    const Name *sum = name_find(g, "sum");
    add_settings(t, s);
    if (sum)
        add_text(t, traced_text(sum->title, s->count, s->words));
    for (int i = 0; i < s->count && !sum; i++)
        add_text(t, traced_text(s->words[i], 1, s->words + i));
    trace_tell(t, neighbours_list);
    add_panels(t);
    return t;
}
