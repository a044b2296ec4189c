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
    bool beyond = b->longest && b->lengths[b->length_count - 1] > b->longest;
    trace_band(t, "accuracy",
               (Curves){.x = curve_places(t->arena, b->length_count, b->lengths),
                        .x_name = "words in the source",
                        .y_name = "share of sentences right",
                        .mark = b->longest,
                        .mark_name = beyond ? "learned up to here" : NULL});
    add_panel(t, grid_listed(t, "overview"));
    return t;
}
