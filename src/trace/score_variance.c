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
    static const struct {
        const char *id, *y_name;
    } curves[] = {{"variance", "variance"},
                  {"entropy", "bits"},
                  {"largest", "largest weight"},
                  {"slope", "size of the derivative"}};
    Trace *t = trace_begin(g);
    const double *sizes = curve_places(g->arena, settings.dim_count, settings.dims);
    add_settings(t, &settings);
    trace_tell(t, score_variance_list);
    for (int i = 0; i < 4; i++)
        trace_curves(t, curves[i].id,
                     (Curves){.x = sizes,
                              .x_name = "dₖ",
                              .y_name = curves[i].y_name,
                              .log_x = true,
                              .log_y = i == 0});
    add_panel(t, grid_listed(t, "overview"));
    return t;
}
