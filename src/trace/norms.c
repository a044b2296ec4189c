#include "trace/traces.h"

#include "trace/vocabulary.h"

static void place_change(Grid *grid, Trace *t, int row, const char *norm)
{
    const Step *step = trace_step(t, arena_format(t->arena, "%s/change", norm));
    Look change = {.trace = t, .step = step};
    if (!step)
        return;
    bool changes = word_number(&change, "size") != 0;
    grid_place(
        grid, row, 0, step->id,
        arena_format(t->arena, "%s norm: %s", norm,
                     changes ? "what other sentences change" : "other sentences change nothing"),
        NULL);
}

/* One below the other, for a sentence has few tokens and many features. */
static void add_overview(Trace *t)
{
    Grid grid = grid_new(t, "overview", "Layer norm beside batch norm");
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
    for (int i = 0; i < count; i++)
        add_text(
            t, traced_text(normed[i].text.text, normed[i].text.token_count, normed[i].text.tokens));
    add_number_setting(t, "d_model", cols_of(name_find(g, "input")->node));
    add_origin(t, &normed->origin);
    trace_tell(t, norms_list);
    add_overview(t);
    return t;
}
