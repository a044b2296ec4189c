#include "cli/settings.h"

/* Over more lengths than were asked for, so that curves are curves. */
static void add_curves(Trace *t, const char *id, const LayerCosts *c, int crossing)
{
    Curves *curves = trace_curves(t, id, curve_places(t->arena, c->curve_count, c->curve_lengths));
    curves->mark_name = arena_format(t->arena, "attention costs more from n = %d", crossing);
    curves->mark = crossing;
}

static Trace *run_cost(const Run *run, Error *error)
{
    const Settings *s = run->settings;
    (void)error;
    LayerCostsSettings settings = {s->cost.lengths.items, s->cost.lengths.count, s->cost.sizes};
    LayerCosts costs = layer_costs(scope_of(run->graph), settings);
    Trace *t = output_begin(run);
    add_number_setting(t, "r", 2 * s->cost.sizes.window + 1);
    trace_tell(t, layer_costs_list);
    add_curves(t, "growth", &costs, costs.attention);
    add_curves(t, "growth/real", &costs, costs.gated);
    return t;
}

const Command cost_command = {
    .title = "attnviz cost",
    .options = {&layer_cost_options, &output_options},
    .run = run_cost,
};
