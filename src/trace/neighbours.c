#include "trace/neighbours.h"

#include "base/number.h"
#include "trace/measure.h"
#include "trace/narration.h"
#include "trace/word_list.h"

/* One narration: the trace so far, and the words as they are shown. */
typedef struct Narration {
    Arena *arena;
    Trace *trace, *behind; /* shown and not */
    const Neighbours *neighbours;
    const NeighboursSubject *subject;
    const char **words; /* safe to show */
    const char *sum;    /* "king − man + woman" */
} Narration;

enum { DECIMALS = 2, LISTS_A_ROW = 4 };

/* ---- steps ---- */

static const char *id_of(const Narration *n, int word, const char *stage)
{
    return arena_format(n->arena, "word-%d/%s", word + 1, stage);
}

static const char *length_of(const Narration *n, const Node *vector)
{
    char digits[NUMBER_SIZE];
    double length = row_length(vector->value, 0);
    return arena_strdup(n->arena, number_fixed(digits, length, DECIMALS));
}

static void add_vector(Narration *n, Trace *trace, Step named, const char *label,
                       const Node *vector)
{
    const char **labels = arena_alloc(n->arena, 1, sizeof *labels);
    labels[0] = label;
    Step step = named;
    step.rows = token_axis("word", labels, 1);
    step.cols = numbered_axis(n->arena, cols_of(vector));
    step.kind = VALUE_SIGNED;
    step.node = vector;
    add_step(trace, step);
}

/* "Nearest to bat: ball 0.80, racket 0.77." */
static void add_list(Narration *n, const char *id, const char *to, const char *formula,
                     const NearestWords *nearest)
{
    const WordTable *table = &n->neighbours->table;
    if (!nearest->count)
        return;
    Step named = {.id = id,
                  .title = arena_format(n->arena, "Nearest to %s", to),
                  .formula = formula,
                  .note = arena_format(n->arena, "Nearest to %s: %s.", to,
                                       first_words(n->arena, table, nearest))};
    add_step(n->trace, word_list_step(n->arena, named, table, nearest));
    add_step(n->behind,
             word_vectors_step(n->arena, arena_format(n->arena, "%s/vectors", id), table, nearest));
}

/* Each word's vector: shown where the words stand by themselves. */
static void add_word_vector(Narration *n, Trace *trace, int i)
{
    const NeighbourWord *w = &n->neighbours->words[i];
    add_vector(n, trace,
               (Step){.id = id_of(n, i, "vector"),
                      .title = arena_format(n->arena, "The static vector of %s", n->words[i]),
                      .formula = "x",
                      .note = arena_format(n->arena, "%s is %d numbers, of length %s.", n->words[i],
                                           cols_of(w->vector), length_of(n, w->vector))},
               n->words[i], w->vector);
}

static void add_word(Narration *n, int i)
{
    add_word_vector(n, n->trace, i);
    add_list(n, id_of(n, i, "nearest"), n->words[i], "cos(x, w)", &n->neighbours->words[i].nearest);
}

static const char *unit_note(const Narration *n, int i)
{
    const NeighbourWord *w = &n->neighbours->words[i];
    if (row_length(w->vector->value, 0) == 0)
        return arena_format(n->arena, "The vector of %s is all zeros, and stays so.", n->words[i]);
    return arena_format(n->arena, "The vector of %s, %s long, brought to length 1; it is %s.",
                        n->words[i], length_of(n, w->vector),
                        w->term.minus ? "taken away" : "added");
}

/* The sums of the first two words, three, … that the whole sum is made from. */
static void add_partial_sums(Narration *n)
{
    const Node *sum = n->neighbours->sum;
    for (int terms = n->neighbours->count - 1; terms > 1; terms--) {
        sum = sum->inputs[0];
        add_vector(n, n->behind,
                   (Step){.id = arena_format(n->arena, "sum-of-%d", terms),
                          .title = arena_format(n->arena, "The first %d of them", terms),
                          .formula = "s",
                          .note = ""},
                   "sum", sum);
    }
}

static void add_sum(Narration *n)
{
    const Neighbours *all = n->neighbours;
    Text formula = text_new(n->arena);
    for (int i = 0; i < all->count; i++) {
        const char *unit = arena_format(n->arena, "x_{%d}/|x_{%d}|", i + 1, i + 1);
        text_format(&formula, "%s%s", !i ? "" : all->words[i].term.minus ? " − " : " + ", unit);
        add_word_vector(n, n->behind, i);
        add_vector(n, n->trace,
                   (Step){.id = id_of(n, i, "unit"),
                          .title = arena_format(n->arena, "%s at length 1", n->words[i]),
                          .formula = unit,
                          .note = unit_note(n, i)},
                   n->words[i], all->words[i].unit);
    }
    add_partial_sums(n);
    add_vector(
        n, n->trace,
        (Step){.id = "sum",
               .title = n->sum,
               .formula = formula.data,
               .note = arena_format(n->arena, "%s is %s long.", n->sum, length_of(n, all->sum))},
        "sum", all->sum);
    add_list(n, "nearest", n->sum, "cos(s, w)", &all->nearest);
}

/* ---- the overview ---- */

/* The list, or the vector that has none. */
static void place(Grid *grid, int row, int col, const char *list, const char *vector,
                  const char *title)
{
    if (!grid_place(grid, row, col, list, title, NULL))
        grid_place(grid, row, col, vector, title, NULL);
}

/* "Nearest to bat: cricket; to ball: hit." */
static const char *overview_note(const Narration *n)
{
    Text note = text_new(n->arena);
    for (int i = 0; i < n->neighbours->count; i++) {
        const Step *list = trace_step(n->trace, id_of(n, i, "nearest"));
        text_format(&note, "%s %s: %s", i ? "; to" : "Nearest to", n->words[i],
                    list ? list->rows.labels[0] : "none");
    }
    text_add(&note, ".");
    return note.data;
}

static void add_overview(Narration *n)
{
    int lists = n->neighbours->sum ? 1 : n->neighbours->count;
    int rows = (lists + LISTS_A_ROW - 1) / LISTS_A_ROW, cols = (lists + rows - 1) / rows;
    Grid grid = grid_new(n->trace, "overview", rows, cols);
    grid.panel.title =
        lists > 1 ? "Nearest words" : arena_format(n->arena, "Nearest to %s", n->sum);
    grid.panel.formula = n->neighbours->sum ? "cos(s, w)" : "cos(x, w)";
    grid.panel.note = lists > 1 ? overview_note(n) : n->trace->steps[n->trace->step_count - 1].note;
    if (n->neighbours->sum)
        place(&grid, 0, 0, "nearest", "sum", n->sum);
    for (int i = 0; i < lists && !n->neighbours->sum; i++)
        place(&grid, i / cols, i % cols, id_of(n, i, "nearest"), id_of(n, i, "vector"),
              n->words[i]);
    add_panel(n->trace, grid);
}

/* ---- the whole ---- */

enum { STEPS_A_WORD = 2, SUM_STEPS = 2, PANELS = 1, SETTINGS = 6, BEHIND_A_WORD = 2 };

static void add_settings(Narration *n)
{
    const NeighboursSubject *s = n->subject;
    int d = cols_of(n->neighbours->table.vectors);
    add_number_setting(n->trace, "d_model", d);
    add_number_setting(n->trace, "nearest", s->nearest);
    add_setting(n->trace, "weights", s->origin, false);
    add_setting(n->trace, "seed", s->seed, true);
    add_source(n->trace, s->origin, s->recipe, "held-out perplexity", s->perplexity);
    n->trace->provenance = arena_format(n->arena, "d_{model} = %d, vectors %s%s%s", d, s->origin,
                                        s->seed ? ", seed " : "", s->seed ? s->seed : "");
}

/* "king − man + woman"; of a single word that word. */
static const char *written_sum(const Narration *n)
{
    Text text = text_new(n->arena);
    for (int i = 0; i < n->neighbours->count; i++)
        text_format(&text, "%s%s",
                    !i                                   ? ""
                    : n->neighbours->words[i].term.minus ? " − "
                                                         : " + ",
                    n->words[i]);
    return visible_label(n->arena, text.data);
}

/* A text for each word, or the sum as one. */
static void add_texts(Narration *n)
{
    const char *const *words = n->subject->words;
    if (n->neighbours->sum)
        add_text(n->trace, traced_text(n->sum, n->neighbours->count, words));
    for (int i = 0; i < n->neighbours->count && !n->neighbours->sum; i++)
        add_text(n->trace, traced_text(words[i], 1, words + i));
}

Trace *narrate_neighbours(Arena *arena, const Neighbours *neighbours,
                          const NeighboursSubject *subject)
{
    int count = neighbours->count;
    Narration n = {.arena = arena,
                   .trace =
                       trace_new(arena, STEPS_A_WORD * count + SUM_STEPS, PANELS, SETTINGS, count),
                   .behind = trace_new(arena, BEHIND_A_WORD * count + 1, 0, 0, 0),
                   .neighbours = neighbours,
                   .subject = subject,
                   .words = arena_alloc(arena, (size_t)count, sizeof(char *))};
    n.trace->argc = subject->argc;
    n.trace->argv = subject->argv;
    n.trace->behind = n.behind;
    for (int i = 0; i < count; i++)
        n.words[i] = visible_label(arena, subject->words[i]);
    n.sum = written_sum(&n);
    add_settings(&n);
    add_texts(&n);
    if (neighbours->sum)
        add_sum(&n);
    for (int i = 0; i < count && !neighbours->sum; i++)
        add_word(&n, i);
    add_overview(&n);
    return n.trace;
}
