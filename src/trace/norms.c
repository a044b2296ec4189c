#include "trace/norms.h"

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

static const char *change_title(Trace *t, const char *id, const char *norm)
{
    Look change = {.trace = t, .step = trace_step(t, id)};
    return arena_format(t->arena, "%s: %s", norm,
                        number_at(sought(&change, &largest_size)) == 0
                            ? "other sentences change nothing"
                            : "what other sentences change");
}

/* One below the other, for a sentence has few tokens and many features. */
static void add_overview(Trace *t)
{
    const Step *change = trace_step(t, "batch/change");
    Grid grid = grid_new(t, "overview", change ? 5 : 3, 1);
    grid.panel.title = "Layer norm beside batch norm";
    grid.panel.formula =
        arena_format(t->arena, "%s beside %s", trace_step(t, "layer/output")->formula,
                     trace_step(t, "batch/output")->formula);
    grid.panel.note = change ? change->note : t->steps[0].note;
    grid_place(&grid, 0, 0, "input", "X", NULL);
    grid_place(&grid, 1, 0, "layer/output", "layer norm: each row by itself", NULL);
    grid_place(&grid, 2, 0, "batch/output", "batch norm: each column by itself", NULL);
    if (change) {
        grid_place(&grid, 3, 0, "layer/change", change_title(t, "layer/change", "layer norm"),
                   NULL);
        grid_place(&grid, 4, 0, "batch/change", change_title(t, "batch/change", "batch norm"),
                   NULL);
    }
    add_panel(t, grid);
}

static void add_settings(Trace *t, const Subject *first, int d, const char *origin)
{
    add_number_setting(t, "d_model", d);
    add_setting(t, "weights", origin, false);
    add_setting(t, "seed", first->seed, true);
    add_source(t, origin, first->recipe, "held-out perplexity", first->perplexity);
    t->provenance = arena_format(t->arena, "d_{model} = %d, weights %s%s%s", d, origin,
                                 first->seed ? ", seed " : "", first->seed ? first->seed : "");
}

Trace *trace_norms(Graph *g, const NormedSentence *normed, int count, const char *origin)
{
    const Subject *first = normed[0].subject;
    Trace *t = trace_begin(g);
    for (int i = 0; i < count; i++)
        add_text(t, traced_text(normed[i].subject->sentence, normed[i].tokens,
                                normed[i].subject->tokens));
    add_settings(t, first, cols_of(name_find(g, "input")->node), origin);
    trace_tell(t, views, sentences);
    add_overview(t);
    return t;
}
