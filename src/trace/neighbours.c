#include "trace/neighbours.h"

#include "trace/build.h"

enum { LISTS_A_ROW = 4 };

static const Note sentences[] = {
    {"*/vector", "gather", "", "{first} is {cols} numbers, of length {first-length}."},
    {"*/unit", "unit_rows", "zero", "The vector of {first} is all zeros, and stays so."},
    {"*/unit", "unit_rows", "",
     "The vector of {first}, {first-length@vector} long, brought to length 1."},
    {"sum", NULL, "", "{title} is {first-length} long."},
    {"*/nearest", "cosines", "", "Nearest to {first@vector}: {first-two}."},
    {"nearest", "cosines", "", "{title}: {first-two}."},
    {0},
};

static const View views_of_words[] = {
    {"*/nearest", ROLE_SHOWN, FORM_BARS},
    {"*/vectors", ROLE_BEHIND, FORM_CELLS},
    {0},
};

static const View views_of_sum[] = {
    {"nearest", ROLE_SHOWN, FORM_BARS},
    {"*/vector", ROLE_BEHIND, FORM_CELLS},
    {"*/vectors", ROLE_BEHIND, FORM_CELLS},
    {"sum-of-*", ROLE_BEHIND, FORM_CELLS},
    {0},
};

/* ---- the overview ---- */

static const char *id_of(const Trace *t, int word, const char *stage)
{
    return arena_format(t->arena, "word-%d/%s", word + 1, stage);
}

/* The list, or the vector that has none. */
static void place(Grid *grid, int row, int col, const char *list, const char *vector,
                  const char *title)
{
    if (!grid_place(grid, row, col, list, title, NULL))
        grid_place(grid, row, col, vector, title, NULL);
}

static const char *word_at(const Trace *t, int i)
{
    return trace_step(t, id_of(t, i, "vector"))->rows.labels[0];
}

/* "Nearest to bat: cricket; to ball: hit." */
static const char *overview_note(const Trace *t, int count)
{
    Text note = text_new(t->arena);
    for (int i = 0; i < count; i++) {
        const Step *list = trace_step(t, id_of(t, i, "nearest"));
        text_format(&note, "%s %s: %s", i ? "; to" : "Nearest to", word_at(t, i),
                    list ? list->rows.labels[0] : "none");
    }
    text_add(&note, ".");
    return note.data;
}

static void add_overview_of_sum(Trace *t)
{
    const Step *sum = trace_step(t, "sum");
    Grid grid = grid_new(t, "overview", 1, 1);
    grid.panel.title = arena_format(t->arena, "Nearest to %s", sum->title);
    grid.panel.formula = t->steps[t->step_count - 1].formula;
    grid.panel.note = t->steps[t->step_count - 1].note;
    place(&grid, 0, 0, "nearest", "sum", sum->title);
    add_panel(t, grid);
}

/* The first list, or the vector of words that have none. */
static const Step *first_list(const Trace *t, int count)
{
    const Step *list = NULL;
    for (int i = 0; i < count && !list; i++)
        list = trace_step(t, id_of(t, i, "nearest"));
    return list ? list : &t->steps[0];
}

static void add_overview(Trace *t, int lists)
{
    int rows = (lists + LISTS_A_ROW - 1) / LISTS_A_ROW, cols = (lists + rows - 1) / rows;
    const Step *first = first_list(t, lists);
    Grid grid = grid_new(t, "overview", rows, cols);
    grid.panel.title =
        lists > 1 ? "Nearest words" : arena_format(t->arena, "Nearest to %s", word_at(t, 0));
    grid.panel.formula = first->formula;
    grid.panel.note = lists > 1 ? overview_note(t, lists) : first->note;
    for (int i = 0; i < lists; i++)
        place(&grid, i / cols, i % cols, id_of(t, i, "nearest"), id_of(t, i, "vector"),
              word_at(t, i));
    add_panel(t, grid);
}

/* ---- the whole ---- */

static void add_settings(Trace *t, const NeighboursSubject *s)
{
    const Weights *w = s->weights;
    add_number_setting(t, "d_model", w->embeddings.cols);
    add_number_setting(t, "nearest", s->nearest);
    add_setting(t, "weights", w->origin, false);
    add_setting(t, "seed", NULL, true);
    add_source(t, w->origin, w->recipe, "held-out perplexity", NULL);
    t->provenance =
        arena_format(t->arena, "d_{model} = %d, vectors %s", w->embeddings.cols, w->origin);
}

Trace *trace_neighbours(Graph *g, const NeighboursSubject *s)
{
    Trace *t = trace_begin(g);
    const Name *sum = name_find(g, "sum");
    add_settings(t, s);
    if (sum)
        add_text(t, traced_text(sum->title, s->count, s->words));
    for (int i = 0; i < s->count && !sum; i++)
        add_text(t, traced_text(s->words[i], 1, s->words + i));
    trace_tell(t, sum ? views_of_sum : views_of_words, sentences);
    if (sum)
        add_overview_of_sum(t);
    else
        add_overview(t, s->count);
    return t;
}
