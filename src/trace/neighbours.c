#include "trace/traces.h"

enum { LISTS_A_ROW = 4 };

/* ---- the overview ---- */

/* The list of a word, or its vector where it has none. */
static const Step *list_of(const Trace *t, int word)
{
    const Step *list = trace_step(t, arena_format(t->arena, "word-%d/nearest", word + 1));
    return list ? list : trace_step(t, arena_format(t->arena, "word-%d/vector", word + 1));
}

static const char *word_at(const Trace *t, int i)
{
    return trace_step(t, arena_format(t->arena, "word-%d/vector", i + 1))->rows.labels[0];
}

/* "Nearest to bat: cricket; to ball: hit." */
static const char *overview_note(const Trace *t, int count)
{
    Text note = text_new(t->arena);
    for (int i = 0; i < count; i++) {
        const Step *list = list_of(t, i);
        text_format(&note, "%s %s: %s", i ? "; to" : "Nearest to", word_at(t, i),
                    id_matches("*/nearest", list->id) ? list->rows.labels[0] : "none");
    }
    text_add(&note, ".");
    return note.data;
}

/* The first that is a list; the first vector where no word has one. */
static const Step *first_list(const Trace *t, int count)
{
    int i = 0;
    while (i < count && !id_matches("*/nearest", list_of(t, i)->id))
        i++;
    return list_of(t, i < count ? i : 0);
}

static void add_overview(Trace *t, int lists)
{
    int cols = grid_abreast(lists, LISTS_A_ROW);
    Grid grid = grid_new(t, "overview",
                         lists > 1 ? "Nearest words"
                                   : arena_format(t->arena, "Nearest to %s", word_at(t, 0)));
    grid.panel.formula = first_list(t, lists)->formula;
    grid.panel.note = lists > 1 ? overview_note(t, lists) : list_of(t, 0)->note;
    for (int i = 0; i < lists; i++)
        grid_place(&grid, i / cols, i % cols, list_of(t, i)->id, word_at(t, i), NULL);
    add_panel(t, grid);
}

/* ---- the whole ---- */

static void add_settings(Trace *t, const NeighboursSubject *s)
{
    const Weights *w = s->weights;
    add_number_setting(t, "d_model", w->embeddings.cols);
    add_number_setting(t, "nearest", s->nearest);
    add_origin(t, &(Origin){w->origin, NULL, "held-out perplexity", NULL, w->recipe});
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
    trace_tell(t, neighbours_list);
    if (sum)
        add_panel(t, grid_listed(t, "overview"));
    else
        add_overview(t, s->count);
    return t;
}
