#include "cli/settings.h"

typedef struct Own {
    Settings shared;
    Wholes lengths;
    LayerSizes sizes;
} Own;

static const OptionList own_options = {
    .rows = {{"length", 'l', "LIST", "10,100,1000", "words of a sentence, ascending", OPTION_WHOLES,
              .at = offsetof(Own, lengths), .range = {1, 1000000}, .count = 8, .what = "lengths",
              .setting = "length"},
             {"dim", 'd', "D", "512", "features of a word, up to 4096", OPTION_WHOLE,
              .at = offsetof(Own, sizes.d), .range = {1, 4096}, .setting = "d"},
             {"kernel", 0, "K", "3", "words that a convolution sees at once", OPTION_WHOLE,
              .at = offsetof(Own, sizes.kernel), .range = {2, 99}, .setting = "kernel"},
             {"window", 0, "W", "16", "restricted attention: words to either side", OPTION_WHOLE,
              .at = offsetof(Own, sizes.window), .range = {1, 500}, .setting = "window"}}};

/* Over more lengths than were asked for, so that curves are curves. */
static void add_curves(Trace *t, const char *id, const LayerCosts *c, int crossing)
{
    Curves *curves = trace_curves(t, id, curve_places(t->arena, c->curve_count, c->curve_lengths));
    curves->mark_name = arena_format(t->arena, "n = %d", crossing);
    curves->mark = crossing;
}

static Trace *run_cost(const Run *run, Error *error)
{
    const Own *s = (const Own *)run->settings;
    (void)error;
    LayerCostsSettings settings = {s->lengths.items, s->lengths.count, s->sizes};
    LayerCosts costs = layer_costs(scope_of(run->graph), settings);
    Trace *t = output_begin(run);
    add_number_setting(t, "r", 2 * s->sizes.window + 1);
    trace_tell(t, layer_costs_list);
    add_curves(t, "growth", &costs, costs.attention);
    add_curves(t, "growth/real", &costs, costs.gated);
    return t;
}

const Command cost_command = {
    .title = "attnviz cost",
    .options = {&own_options, &output_options},
    .settings_size = sizeof(Own),
    .run = run_cost,
};
