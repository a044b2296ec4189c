#include "trace/score_variance.h"

#include "trace/build.h"

static const View views[] = {
    {"d-*", ROLE_BEHIND, FORM_CELLS},
    {"*/weights", ROLE_SHOWN, FORM_CELLS},
    {"*", ROLE_SHOWN, FORM_CURVES},
    {0},
};

static const Note sentences[] = {
    {"variance", "concat", "", "The variance of q·k: {first-course}; of q·k/√dₖ: {second-course}."},
    {"entropy", "concat", "",
     "Even weights of {keys} keys would have log₂ {keys} bits. On average a query's have, without "
     "the root: {first-course}; with it: {second-course}."},
    {"largest", "concat", "",
     "The largest weight on average, without the root: {first-course}; with it: {second-course}."},
    {"slope", "concat", "",
     "The length of the softmax's derivative, how far the weights move with the scores, on "
     "average, "
     "without the root: {first-course}; with it: {second-course}."},
    {"*/weights", "stack", "",
     "At dₖ = {last} the first query gives {last-largest} to key {last-largest-col}."},
    {0},
};

static void add_settings(Trace *t, const ScoreVarianceSettings *s)
{
    const char *seed = arena_format(t->arena, "%ju", (uintmax_t)s->seed);
    Text dims = text_new(t->arena);
    for (int i = 0; i < s->dim_count; i++)
        text_format(&dims, "%s%d", i ? "," : "", s->dims[i]);
    add_setting(t, "d_k", dims.data, false);
    add_number_setting(t, "samples", s->samples);
    add_number_setting(t, "keys", SCORED_KEYS);
    add_setting(t, "seed", seed, true);
    t->provenance =
        arena_format(t->arena, "%d quer%s of %d keys each, all numbers drawn from N(0, 1), seed %s",
                     s->samples, s->samples == 1 ? "y" : "ies", SCORED_KEYS, seed);
}

static void add_overview(Trace *t)
{
    static const struct {
        const char *id, *title;
    } places[] = {{"plain/weights", NULL}, {"scaled/weights", NULL}, {"variance", "variance"},
                  {"slope", "derivative"}, {"entropy", "entropy"},   {"largest", "largest weight"}};
    Grid grid = grid_new(t, "overview", 3, 2);
    grid.panel.title = "Why scores are divided by √dₖ";
    grid.panel.formula =
        arena_format(t->arena, "%s beside %s", trace_step(t, "plain/weights")->formula,
                     trace_step(t, "scaled/weights")->formula);
    grid.panel.note = trace_step(t, "slope")->note;
    for (int i = 0; i < 6; i++)
        grid_place(&grid, i / 2, i % 2, places[i].id,
                   places[i].title ? places[i].title : trace_step(t, places[i].id)->formula, NULL);
    add_panel(t, grid);
}

Trace *trace_score_variance(Graph *g, ScoreVarianceSettings settings)
{
    static const struct {
        const char *id, *y_name;
        bool log_y;
    } curves[] = {{"variance", "variance", true},
                  {"entropy", "bits", false},
                  {"largest", "largest weight", false},
                  {"slope", "size of the derivative", false}};
    Trace *t = trace_begin(g);
    double *sizes = arena_alloc(g->arena, (size_t)settings.dim_count, sizeof *sizes);
    for (int i = 0; i < settings.dim_count; i++)
        sizes[i] = settings.dims[i];
    add_settings(t, &settings);
    trace_tell(t, views, sentences);
    for (int i = 0; i < 4; i++)
        trace_curves(t, curves[i].id,
                     (Curves){.x = sizes,
                              .x_name = "dₖ",
                              .y_name = curves[i].y_name,
                              .log_x = true,
                              .log_y = curves[i].log_y});
    add_overview(t);
    return t;
}
