#include "cli/settings.h"

static void mark_crossing(Trace *t, const char *id, int crossing)
{
    Curves *curves = trace_step(t, id)->curves;
    curves->mark_name = arena_format(t->arena, "attention costs more from n = %d", crossing);
    curves->mark = crossing;
}

Trace *cost_command(const Run *run)
{
    const Settings *s = run->settings;
    LayerCosts costs = layer_costs(scope_of(run->graph), s->cost.lengths.wholes,
                                   s->cost.lengths.count, s->cost.sizes);
    Trace *t = output_begin(run);
    add_number_setting(t, "r", 2 * s->cost.sizes.window + 1);
    trace_tell(t, layer_costs_list);
    mark_crossing(t, "growth", costs.attention);
    mark_crossing(t, "growth/real", costs.gated);
    return t;
}
