#include "trace/traces.h"

static void add_settings(Trace *t, const ScoreVarianceSettings *s)
{
    add_setting(t, "d_k", listed(t->arena, s->dim_count, s->dims), false);
    add_number_setting(t, "samples", s->samples);
    add_number_setting(t, "keys", SCORED_KEYS);
    add_setting(t, "seed", arena_format(t->arena, "%ju", (uintmax_t)s->seed), true);
}

Trace *trace_score_variance(Graph *g, ScoreVarianceSettings settings)
{
    Trace *t = trace_begin(g);
    add_settings(t, &settings);
    trace_tell(t, score_variance_list);
    trace_curves(t, "*", curve_places(g->arena, settings.dim_count, settings.dims));
    add_panel(t, grid_listed(t, "overview"));
    return t;
}
