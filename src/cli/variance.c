#include "cli/variance.h"

#include "cli/output.h"
#include "cli/values.h"
#include "trace/score_variance.h"

enum { MOST_DIMS = 16, MOST_FEATURES = 1024, MOST_SAMPLES = 4096 };

bool variance_run(const Run *run, Error *error)
{
    const Arguments *a = run->arguments;
    OutputSettings output;
    Text warnings = text_new(run->arena);
    int dims[MOST_DIMS];
    ScoreVarianceSettings s = {.dims = dims};
    ListLimits limits = {"sizes", MOST_DIMS, 1, MOST_FEATURES};
    if (!value_ascending(run->arena, a, OPTION_VARIANCE_DIM, limits, dims, &s.dim_count, error) ||
        !value_whole(a, OPTION_SAMPLES, 1, MOST_SAMPLES, &s.samples, error) ||
        !value_seed(a, OPTION_VARIANCE_SEED, &s.seed, error) ||
        !output_settings_read(run->arena, a, &output, error))
        return false;
    Graph *g = graph_new(run->arena);
    graph_name(g);
    score_variance(scope_of(g), s);
    Trace *trace = trace_score_variance(g, s, run->argc, run->argv);
    return output_trace(run->arena, &output, trace, &warnings, error);
}
