#include "trace/traces.h"

#include "trace/vocabulary.h"

static const View views[] = {
    {"sentence-*|all|*/all/*|*/turned|*/standard", ROLE_BEHIND, FORM_CELLS},
    {"*/mean|*/variance", ROLE_SHOWN, FORM_BARS},
    {0},
};

#define JOINED "When {others} other {sentence joins|sentences join:others} the batch, "

static const Note sentences[] = {
    {"input", NULL, "", "What both norms are given; {lengths}."},
    {"batch/output", "transpose", "all-flat@standard",
     "Each column has one number throughout: all become 0."},
    {"batch/output", "transpose", "some-flat@standard",
     "Each column that was not one number throughout now has mean 0 and variance 1, but for "
     "{mean-off@standard} and {variance-off@standard} at most."},
    {"batch/output", "transpose", "",
     "Each column now has mean 0 and variance 1, but for {mean-off@standard} and "
     "{variance-off@standard} at most."},
    {"layer/joined", "gather", "", JOINED "each row is still taken by itself."},
    {"batch/joined", "gather", "", JOINED "each column is taken over all {rows@/all} tokens."},
    {"*/change", "subtract", "zero", JOINED "no number changes."},
    {"*/change", "subtract", "",
     JOINED "feature {largest-size-col} of {largest-size-row} changes most, by {size}."},
    {"layer/change", "subtract", "", "+A token's mean and variance are its own."},
    {"batch/change", "subtract", "",
     "+A feature's mean and variance are those of all tokens there are."},
    {0},
};

static void place_change(Grid *grid, Trace *t, int row, const char *norm)
{
    const Step *step = trace_step(t, arena_format(t->arena, "%s/change", norm));
    Look change = {.trace = t, .step = step};
    if (!step)
        return;
    bool changes = number_at(sought(&change, &largest_size)) != 0;
    grid_place(
        grid, row, 0, step->id,
        arena_format(t->arena, "%s norm: %s", norm,
                     changes ? "what other sentences change" : "other sentences change nothing"),
        NULL);
}

/* One below the other, for a sentence has few tokens and many features. */
static void add_overview(Trace *t)
{
    Grid grid = grid_new(t, "overview");
    grid.panel.title = "Layer norm beside batch norm";
    grid_say(&grid, "<layer/output> beside <batch/output>", "<batch/change|input>");
    grid_place(&grid, 0, 0, "input", "X", NULL);
    grid_place(&grid, 1, 0, "layer/output", "layer norm: each row by itself", NULL);
    grid_place(&grid, 2, 0, "batch/output", "batch norm: each column by itself", NULL);
    place_change(&grid, t, 3, "layer");
    place_change(&grid, t, 4, "batch");
    add_panel(t, grid);
}

Trace *trace_norms(Graph *g, const Subject *normed, int count)
{
    Trace *t = trace_begin(g);
    int d = cols_of(name_find(g, "input")->node);
    for (int i = 0; i < count; i++)
        add_text(
            t, traced_text(normed[i].text.text, normed[i].text.token_count, normed[i].text.tokens));
    add_number_setting(t, "d_model", d);
    t->provenance = arena_format(t->arena, "d_{model} = %d", d);
    add_origin(t, &normed->origin);
    trace_tell(t, views, sentences);
    add_overview(t);
    return t;
}
