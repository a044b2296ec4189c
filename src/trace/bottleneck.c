#include "trace/bottleneck.h"

static const Note sentences[] = {
    {"right", "leaf", "counts-one", "Right of {all-counted} sentence: {totals}."},
    {"right", "leaf", "", "Right of all {all-counted} sentences: {totals}."},
    {"accuracy", "weigh_rows", "one-row", "Right at {widest-row}."},
    {"accuracy", "weigh_rows", "even-rows", "At each length all are right alike."},
    {"accuracy", "weigh_rows", "", "Farthest apart at {widest-row}."},
    {0},
};

static const View views[] = {
    {"right", ROLE_SHOWN, FORM_CELLS},
    {"accuracy", ROLE_SHOWN, FORM_CURVES},
    {"*", ROLE_BEHIND, FORM_CELLS},
    {0},
};

static int all_sentences(const Bottleneck *b)
{
    int count = 0;
    for (int i = 0; i < b->length_count; i++)
        count += b->sentences[i];
    return count;
}

static const Curves *accuracy_curves(Arena *arena, const Bottleneck *b)
{
    double *x = arena_alloc(arena, (size_t)b->length_count, sizeof *x);
    Curves *curves = arena_alloc(arena, 1, sizeof *curves);
    for (int i = 0; i < b->length_count; i++)
        x[i] = b->lengths[i];
    *curves =
        (Curves){.x = x, .x_name = "words in the source", .y_name = "share of sentences right"};
    return curves;
}

static void add_overview(Trace *t)
{
    Grid grid = grid_new(t, "overview", 1, 1);
    const Step *accuracy = trace_step(t, "accuracy");
    grid.panel.title = "What a vector of fixed length cannot hold";
    grid.panel.formula = accuracy->formula;
    grid.panel.note = accuracy->note;
    grid_place(&grid, 0, 0, "accuracy", NULL, NULL);
    add_panel(t, grid);
}

static void add_settings(Trace *t, int all, const BottleneckSubject *s)
{
    add_number_setting(t, "sentences", all);
    add_setting(t, "source", s->sentences, false);
    add_setting(t, "weights", s->origin, false);
    add_setting(t, "learned from", s->learned, false);
    t->provenance = arena_format(t->arena, "%d %s%s%s%s%s", all, s->sentences,
                                 s->origin ? ", weights " : "", s->origin ? s->origin : "",
                                 s->learned ? ", from " : "", s->learned ? s->learned : "");
}

Trace *trace_bottleneck(Graph *g, const Bottleneck *bottleneck, const BottleneckSubject *subject)
{
    Trace *t = trace_begin(g);
    add_settings(t, all_sentences(bottleneck), subject);
    trace_tell(t, views, sentences);
    trace_step_edited(t, "accuracy")->curves = accuracy_curves(t->arena, bottleneck);
    add_overview(t);
    return t;
}
