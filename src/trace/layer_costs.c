#include "trace/traces.h"

/* Over more lengths than were asked for, so that curves are curves. */
static void add_curves(Trace *t, const char *id, const LayerCosts *c, int crossing)
{
    Curves *curves = trace_curves(t, id, curve_places(t->arena, c->curve_count, c->curve_lengths));
    curves->mark_name = arena_format(t->arena, "n = %d", crossing);
    curves->mark = crossing;
}

static void add_settings(Trace *t, const LayerCostsSettings *settings)
{
    const LayerSizes *s = &settings->sizes;
    add_setting(t, "length", listed(t->arena, settings->length_count, settings->lengths), false);
    add_number_setting(t, "d", s->d);
    add_number_setting(t, "kernel", s->kernel);
    add_number_setting(t, "window", s->window);
    t->provenance =
        arena_format(t->arena,
                     "d = %d features a word, kernels of k = %d words, restricted attention to "
                     "%d words on either side (r = %d), one head",
                     s->d, s->kernel, s->window, 2 * s->window + 1);
}

Trace *trace_layer_costs(Graph *g, const LayerCosts *c)
{
    Trace *t = trace_begin(g);
    add_settings(t, &c->settings);
    trace_tell(t, layer_costs_list);
    add_curves(t, "growth", c, c->attention);
    add_curves(t, "growth/real", c, c->gated);
    add_panel(t, grid_listed(t, "overview"));
    return t;
}
