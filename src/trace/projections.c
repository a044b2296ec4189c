#include "trace/traces.h"

/* Heads stand in columns below the words of the first row, as many as there are; for more, another
   pair of rows begins. */
enum { PLACES = 4 };

static void place_heads(Grid *grid, int heads)
{
    static const char *const stages[] = {"scores", "weights"};
    Arena *arena = grid->trace->arena;
    int abreast = grid_abreast(heads, PLACES);
    for (int h = 0; h < heads; h++)
        for (int i = 0; i < 2; i++) {
            int row = 1 + h / abreast * 2 + i;
            grid_row(grid, row, stages[i]);
            grid_place(grid, row, h % abreast, arena_format(arena, "head-%d/%s", h + 1, stages[i]),
                       arena_format(arena, "head %d", h + 1), NULL);
        }
}

/* Rows: XXᵀ beside the mean of the heads; the heads' scores, and their weights below; measures. */
static void add_page(Trace *t, int heads)
{
    Grid grid = grid_listed(t, "overview");
    place_heads(&grid, heads);
    int last = 1 + 2 * ((heads + PLACES - 1) / PLACES);
    grid_place(&grid, last, 0, "symmetry", "symmetry", NULL);
    grid_place(&grid, last, 1, "raw/most", "XXᵀ: looks most at", NULL);
    grid_place(&grid, last, 2, "mean/most", "heads: look most at", NULL);
    grid_place(&grid, last, 3, "diagonal", "kept for itself", NULL);
    add_panel(t, grid);
}

Trace *trace_projections(Graph *g, const SentenceAttention *model, const Subject *subject)
{
    Trace *t = trace_begin(g);
    add_text(t, subject->text);
    add_attention_settings(t, &model->settings, cols_of(model->input), subject);
    add_origin(t, &subject->origin);
    trace_tell(t, projections_list);
    add_page(t, model->settings.heads);
    return t;
}
