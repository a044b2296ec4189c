#include "trace/translation_inside.h"

#include "trace/narration.h"

/* What becomes of the energies, in its order. */
typedef enum Column {
    COLUMN_ENERGIES,
    COLUMN_MASKED,
    COLUMN_SOFTMAX,
    COLUMN_BELL,
    COLUMN_WEIGHTS,
    COLUMN_TAKEN,
    COLUMNS = INSIDE_COLUMNS
} Column;

static const struct {
    const char *stage, *title;
} columns[COLUMNS] = {
    [COLUMN_ENERGIES] = {"energies", "e"},     [COLUMN_MASKED] = {"masked", "e + M"},
    [COLUMN_SOFTMAX] = {"softmax", "softmax"}, [COLUMN_BELL] = {"bell", "Gaussian"},
    [COLUMN_WEIGHTS] = {"weights", "α"},       [COLUMN_TAKEN] = {"taken", "taken"},
};

static const char *id_of(Arena *arena, const TranslationSubject *subject, const char *stage)
{
    return arena_format(arena, "step-%d/%s", subject->whole + 1, stage);
}

static const char *column_id(Arena *arena, const TranslationSubject *subject, Column column)
{
    return id_of(arena, subject, arena_format(arena, "inside/%s", columns[column].stage));
}

/* ---- columns ---- */

static const Node *column_node(const AlignmentColumns *c, Column column)
{
    switch (column) {
    case COLUMN_ENERGIES:
        return c->energies;
    case COLUMN_MASKED:
        return c->mask ? c->masked : NULL;
    case COLUMN_SOFTMAX:
        return c->bell ? c->softmax : NULL;
    case COLUMN_BELL:
        return c->bell;
    case COLUMN_WEIGHTS:
        return c->weights;
    case COLUMN_TAKEN:
        return c->taken;
    case COLUMNS:
        break;
    }
    return NULL;
}

/* The same step with its row as a column. */
static Step turned(Arena *arena, const Trace *trace, const TranslationSubject *subject,
                   Column column, const AlignmentColumns *c)
{
    Step step = *trace_step(trace, id_of(arena, subject, columns[column].stage));
    Axis rows = step.rows;
    step.id = column_id(arena, subject, column);
    step.rows = step.cols;
    step.cols = rows;
    step.mask = step.mask ? c->mask : NULL;
    step.node = column_node(c, column);
    return step;
}

void add_alignment_columns(Trace *behind, const Trace *trace, const AlignmentColumns *c,
                           const TranslationSubject *subject)
{
    for (Column column = 0; column < COLUMNS; column++)
        if (column_node(c, column))
            add_step(behind, turned(behind->arena, trace, subject, column, c));
}

/* ---- the picture ---- */

/* The panel while it is being filled, from left to right. */
typedef struct Inside {
    Arena *arena;
    Grid grid;
    const TranslationSubject *subject;
    const Aligner *aligner;
    const char *query; /* its formula */
    int col;
} Inside;

enum { QUERY_ROW, KEYS_ROW, ROWS, LAYER = 3 /* keys, sum, tanh */ };

/* A step of the word, or NULL. */
static const Step *step_of(const Inside *p, const char *stage)
{
    return trace_step(p->grid.trace, id_of(p->arena, p->subject, stage));
}

static void place_next(Inside *p, const char *id, const char *title, const char *arrow)
{
    if (grid_place(&p->grid, KEYS_ROW, p->col, id, title, arrow))
        p->col++;
}

/* The query over the keys, each as the alignment model sees it. */
static void place_query_and_keys(Inside *p, const Node *annotations)
{
    const Step *query = step_of(p, "projected-query"), *keys = trace_step(p->grid.trace, "keys");
    p->query = query ? query->formula : arena_format(p->arena, "s_{%d}", p->subject->whole + 1);
    query = query ? query : step_of(p, "state");
    grid_place(&p->grid, QUERY_ROW, 0, query->id, p->query, NULL);
    if (keys)
        place_next(p, keys->id, keys->formula, NULL);
    else
        place_next(p, trace_step_of(p->grid.trace, annotations)->id, "h_j", NULL);
}

static void place_layer(Inside *p)
{
    const Step *sum = step_of(p, "sum"), *squashed = step_of(p, "tanh");
    if (!sum)
        return;
    bool adds = p->aligner->score == SCORE_ADDITIVE;
    place_next(p, sum->id, sum->formula, adds ? arena_format(p->arena, "+ %s", p->query) : "");
    place_next(p, squashed->id, "tanh", "tanh");
}

/* What leads to a column. */
static const char *arrow_to(const Inside *p, Column column)
{
    switch (column) {
    case COLUMN_ENERGIES:
        return step_of(p, "tanh") ? "· v_a" : arena_format(p->arena, "· %s", p->query);
    case COLUMN_MASKED:
        return "+ M";
    case COLUMN_SOFTMAX:
        return "softmax";
    case COLUMN_BELL:
        return "×";
    case COLUMN_WEIGHTS:
        return step_of(p, "bell") ? "=" : "softmax";
    case COLUMN_TAKEN:
        return p->aligner->taking == TAKE_DRAWN ? "draw" : "argmax";
    case COLUMNS:
        break;
    }
    return NULL;
}

static int index_of(const Trace *trace, const Step *step)
{
    return (int)(step - trace->steps);
}

void add_inside(Trace *trace, const TranslatorNodes *nodes, const Node *annotations,
                const TranslationSubject *subject)
{
    Arena *arena = trace->arena;
    Inside p = {.arena = arena,
                .grid = grid_new(trace, id_of(arena, subject, "inside"), ROWS, LAYER + COLUMNS),
                .subject = subject,
                .aligner = &nodes->aligner};
    place_query_and_keys(&p, annotations);
    place_layer(&p);
    for (Column column = 0; column < COLUMNS; column++)
        place_next(&p, column_id(arena, subject, column), columns[column].title,
                   arrow_to(&p, column));
    const Step *energies = step_of(&p, "energies"), *weights = step_of(&p, "weights");
    p.grid.panel.title =
        arena_format(arena, "From query and keys to weights for “%s”", weights->rows.labels[0]);
    p.grid.panel.formula = arena_format(arena, "%s,  %s", energies->formula, weights->formula);
    p.grid.panel.note = arena_format(arena, "%s %s", energies->note, weights->note);
    p.grid.panel.after = index_of(trace, weights);
    p.grid.panel.large = true;
    add_panel(trace, p.grid);
}
