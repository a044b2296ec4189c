#include "trace/traces.h"

static void add_settings(Trace *t, const Bottleneck *b, const BottleneckSubject *s)
{
    int all = 0;
    for (int i = 0; i < b->length_count; i++)
        all += b->sentences[i];
    add_number_setting(t, "sentences", all);
    add_setting(t, "source", s->sentences, false);
    add_setting(t, "weights", s->origin, false);
    add_setting(t, "learned from", s->learned, false);
    add_setting(t, "recipe", s->recipe, false);
    add_number_setting(t, "seeds", b->seeds);
    if (b->longest)
        add_number_setting(t, "longest", b->longest);
}

Trace *trace_bottleneck(Graph *g, const Bottleneck *b, const BottleneckSubject *subject)
{
    Trace *t = trace_begin(g);
    add_settings(t, b, subject);
    trace_tell(t, bottleneck_list);
    Curves *accuracy =
        trace_curves(t, "accuracy", curve_places(t->arena, b->length_count, b->lengths));
    accuracy->mark = b->longest;
    if (b->longest && b->lengths[b->length_count - 1] > b->longest)
        accuracy->mark_name = "learned up to here";
    add_panels(t);
    return t;
}
