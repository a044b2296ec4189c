/* Draws a user's matrices in attnviz's style. */
#include "cli/settings.h"

static const char *const kinds[] = {"auto", "weights", "scores", "difference"};

typedef struct Matrix {
    const char *title, *given;
    VectorList list;
} Matrix;

typedef struct Matrices {
    Matrix *items;
    int count;
    bool weigh; /* every row of every matrix sums to 1, or … */
    bool blind; /* … has no weight at all */
} Matrices;

/* Whether all rows sum to 1, to float16 precision, without negative numbers. A row that is masked
   or 0 throughout is exempt; sets *blind if there is one. */
static bool rows_weigh(Tensor t, bool *blind)
{
    int none = 0;
    for (int i = 0; i < t.rows; i++) {
        const real *x = tensor_row(t, i);
        double sum = 0;
        for (int j = 0; j < t.cols; j++)
            sum += isinf(x[j]) ? 0 : x[j] < 0 ? INFINITY : (double)x[j];
        bool even = sum == 0 && vector_max(x, t.cols) == vector_min(x, t.cols);
        if (!even && fabs(sum - 1) > 0.005)
            return false;
        none += even;
    }
    *blind |= none > 0;
    return none < t.rows;
}

/* The base name of a file: "weights" for "out/weights.npy". */
static const char *title_of(Arena *arena, const char *text)
{
    const char *name = base_name(text);
    bool ends = ends_with(name, ".npy") || ends_with(name, ".csv") || ends_with(name, ".tsv");
    return visible_label(arena, arena_strndup(arena, name, strlen(name) - (ends ? 4 : 0)));
}

/* Adds the matrices of one operand. A square matrix without headings gets the row labels as column
   labels. */
static void add_matrices(const Run *run, const char *text, Matrices *all)
{
    Arena *arena = run->arena;
    const DrawSettings *s = &run->settings->draw;
    const char *title = title_of(arena, text);
    Matrix m = {title, visible_text(arena, text), vector_list_read(arena, "MATRIX", text, true)};
    VectorList *l = &m.list;
    Tensor *t = &l->vectors;
    t->rows /= l->blocks;
    if (s->rows)
        l->labels = labels_read(arena, "--rows", s->rows, t->rows);
    if (s->cols)
        l->headings = labels_read(arena, "--cols", s->cols, t->cols);
    if (!l->headings && t->rows == t->cols)
        l->headings = l->labels;
    for (int i = 0; i < l->blocks; i++, t->data += tensor_size(*t)) {
        if (l->blocks > 1)
            m.title = arena_format(arena, "%s, head %d", title, i + 1);
        all->weigh &= rows_weigh(*t, &all->blind);
        all->items = arena_append(arena, all->items, &all->count, &m, sizeof m);
    }
}

static Axis axis_called(Graph *g, const char *name, const char *const *labels, int count)
{
    return labels ? label_axis(name, labels, count) : number_axis(g, name, 1, count);
}

/* A masked score is −∞, a masked weight 0. A single matrix has no number in its name. */
static void draw(const Run *run, int number, const Matrix *m, DrawnKind kind)
{
    Graph *g = run->graph;
    Scope s = scope_of(g);
    const char *id = number ? arena_format(run->arena, "matrix-%d", number) : "matrix";
    const VectorList *l = &m->list;
    bool blind = false;
    Tensor t = l->vectors, mask = tensor_new(g->arena, t.rows, t.cols);
    ValueKind value = kind == DRAWN_SCORES       ? VALUE_SIGNED
                      : kind == DRAWN_DIFFERENCE ? VALUE_DIFFERENCE
                      : rows_weigh(t, &blind)    ? VALUE_PROBABILITY
                                                 : VALUE_FRACTION;
    for (int i = 0; i < (int)tensor_size(t); i++) {
        real *x = &t.data[i];
        if (isinf(*x)) {
            mask.data[i] = *x;
            *x = kind == DRAWN_SCORES ? *x : 0;
        }
        if (kind == DRAWN_WEIGHTS && (*x < 0 || *x > 1))
            fail_usage("--kind weights: row %d, column %d of %s is %g, not from 0 to 1",
                       i / t.cols + 1, i % t.cols + 1, m->title, (double)*x);
    }
    Axis rows = axis_called(g, l->rows_name ? l->rows_name : "query", l->labels, t.rows);
    Axis cols = axis_called(g, l->cols_name ? l->cols_name : "key", l->headings, t.cols);
    Node *node = given(s, id, m->title, kinds[kind], rows, cols, constant(g, t, m->given));
    with_mask(s, with_kind(s, node, value), constant(g, mask, m->given));
}

Trace *draw_command(const Run *run)
{
    const Strings *operands = &run->arguments->operands;
    const DrawSettings *s = &run->settings->draw;
    const char **preface = &run->settings->output.preface,
               *title = s->title ? visible_text(run->arena, s->title) : NULL;
    Matrices all = {.weigh = true};
    for (int i = 0; i < operands->count; i++)
        add_matrices(run, operands->items[i], &all);
    DrawnKind kind = s->kind ? s->kind : all.weigh ? DRAWN_WEIGHTS : DRAWN_SCORES;
    if (!s->kind && !*preface)
        *preface = !all.weigh  ? "Taken for scores, as not all rows are weights: see --kind."
                   : all.blind ? "Taken for weights, as every row sums to 1 or is 0 or masked "
                                 "throughout: see --kind."
                               : "Taken for weights, as every row sums to 1: see --kind.";
    if (!title)
        title = operands->count > 1 ? "Side by side" : title_of(run->arena, operands->items[0]);
    if (all.count == 1)
        all.items->title = title;
    for (int i = 0; i < all.count; i++)
        draw(run, all.count > 1 ? i + 1 : 0, &all.items[i], kind);
    const char *list = join_strings(run->arena, operands->items, operands->count, ", ", " and ");
    Trace *t = trace_begin(run->graph);
    add_setting(t, "title", title, false);
    add_setting(t, "kind", kinds[kind], false);
    add_setting(t, "matrices", visible_within(run->arena, list, 80), false);
    trace_tell(t, drawing_list);
    return t;
}
