#include "cli/cost.h"

#include "cli/output.h"
#include "cli/values.h"
#include "trace/layer_costs.h"

enum {
    MOST_LENGTHS = 8,
    MOST_WORDS = 1000000,
    MOST_FEATURES = 4096,
    MOST_KERNEL = 99,
    MOST_WINDOW = 500
};

bool cost_run(const Run *run, Error *error)
{
    const Arguments *a = run->arguments;
    OutputSettings output;
    Text warnings = text_new(run->arena);
    int lengths[MOST_LENGTHS];
    LayerCostsSettings s = {.lengths = lengths};
    ListLimits limits = {"lengths", MOST_LENGTHS, 1, MOST_WORDS};
    if (!value_ascending(run->arena, a, OPTION_COST_LENGTH, limits, lengths, &s.length_count,
                         error) ||
        !value_whole(a, OPTION_COST_DIM, 1, MOST_FEATURES, &s.sizes.d, error) ||
        !value_whole(a, OPTION_KERNEL, 2, MOST_KERNEL, &s.sizes.kernel, error) ||
        !value_whole(a, OPTION_COST_WINDOW, 1, MOST_WINDOW, &s.sizes.window, error) ||
        !output_settings_read(run->arena, a, &output, error))
        return false;
    Graph *g = graph_new(run->arena);
    graph_name(g);
    LayerCosts costs = layer_costs(scope_of(g), s);
    Trace *trace = trace_layer_costs(g, &costs, run->argc, run->argv);
    return output_trace(run->arena, &output, trace, &warnings, error);
}
