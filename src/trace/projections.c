#include "trace/projections.h"

static const View views[] = {
    {"*/scores", ROLE_SHOWN, FORM_CELLS},
    {"*/weights", ROLE_SHOWN, FORM_CELLS},
    {"symmetry", ROLE_SHOWN, FORM_BARS},
    {"diagonal", ROLE_SHOWN, FORM_BARS},
    {"entropy", ROLE_SHOWN, FORM_CELLS},
    {"*/most", ROLE_SHOWN, FORM_BARS},
    {"distances", ROLE_SHOWN, FORM_CELLS},
    {"*", ROLE_BEHIND, FORM_CELLS},
    {0},
};

/* ---- the page ---- */

/* Heads stand in columns below the words of the first row, as many as there are; for more, another
   pair of rows begins. */
enum { PLACES = 4 };

static void place_heads(Grid *grid, int row, int first, int count)
{
    Arena *arena = grid->trace->arena;
    grid->row_titles[row] = "scores";
    grid->row_titles[row + 1] = "weights";
    for (int i = 0; i < count; i++) {
        int head = first + i + 1;
        const char *title = arena_format(arena, "head %d", head);
        grid_place(grid, row, i, arena_format(arena, "head-%d/scores", head), title, NULL);
        grid_place(grid, row + 1, i, arena_format(arena, "head-%d/weights", head), title, NULL);
    }
}

/* Rows: XXᵀ beside the mean of the heads; the heads' scores, and their weights below; measures. */
static void add_page(Trace *t, int heads)
{
    int blocks = (heads + PLACES - 1) / PLACES;
    int abreast = (heads + blocks - 1) / blocks, last = 1 + 2 * blocks;
    Grid grid = grid_new(t, "overview", last + 1, PLACES);
    grid.panel.title = "What the projections do that XXᵀ does not";
    grid.panel.formula =
        arena_format(t->arena, "%s beside %s", trace_step(t, "raw/weights")->formula,
                     trace_step(t, "head-1/weights")->formula);
    grid.panel.note = trace_step(t, "diagonal")->note;
    grid.panel.own_ranges = true; /* XXᵀ is far larger than any QKᵀ */
    grid_place(&grid, 0, 0, "raw/scores", trace_step(t, "raw/scores")->formula, NULL);
    grid_place(&grid, 0, 1, "raw/weights", "weights of XXᵀ", NULL);
    grid_place(&grid, 0, 2, "mean/weights", "mean of the heads", NULL);
    grid_place(&grid, 0, 3, "difference/weights", "difference", NULL);
    for (int b = 0; b < blocks; b++) {
        int first = b * abreast, left = heads - first;
        place_heads(&grid, 1 + 2 * b, first, left < abreast ? left : abreast);
    }
    grid_place(&grid, last, 0, "symmetry", "symmetry", NULL);
    grid_place(&grid, last, 1, "raw/most", "XXᵀ: looks most at", NULL);
    grid_place(&grid, last, 2, "mean/most", "heads: look most at", NULL);
    grid_place(&grid, last, 3, "diagonal", "kept for itself", NULL);
    add_panel(t, grid);
}

/* ---- the whole ---- */

Trace *trace_projections(Graph *g, const SentenceAttention *model, const Subject *subject)
{
    Trace *t = trace_begin(g, subject->argc, subject->argv);
    add_text(t, subject_text(subject, model->n));
    add_attention_settings(t, &model->settings, model->d_model, subject);
    add_weights_settings(t, model->origin, subject);
    trace_tell(t, views, projections_list);
    add_page(t, model->settings.heads);
    return t;
}
