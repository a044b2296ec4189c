#include "trace/traces.h"

/* A step that changed between the runs: how many cells changed, and which cell changed most. */
typedef struct Pair {
    const Step *before, *after;
    int cells, row, col;
} Pair;

typedef struct Moves {
    const Trace *before, *after;
    Trace *trace;
    Pair *pairs;
    int count, apart;      /* the numbers of pairs, and of steps that cannot be compared */
    double cells;          /* of all pairs */
    const char *one_apart; /* the first of those */
} Moves;

/* ---- which moved ---- */

/* Whether two axes can be compared. If a word of the text was replaced, labels may differ. */
static bool same_places(const Moves *m, const Axis *a, const Axis *b)
{
    const Trace *x = m->before, *y = m->after;
    bool other_words = false;
    for (int i = 0; i < x->text_count && i < y->text_count; i++)
        other_words |=
            a->count == x->texts[i].token_count && strcmp(x->texts[i].text, y->texts[i].text) != 0;
    return a->count == b->count &&
           (other_words || same_strings(a->labels, a->count, b->labels, b->count));
}

static void compare(Moves *m, const Step *before)
{
    Pair p = {.before = before, .after = trace_any_step(m->after, before->id)};
    double most = 0;
    if (before->places)
        return;
    if (!p.after || !same_places(m, &before->rows, &p.after->rows) ||
        !same_places(m, &before->cols, &p.after->cols)) {
        m->one_apart = m->apart++ ? m->one_apart : before->id;
        return;
    }
    for (int i = 0; i < before->rows.count; i++) {
        const real *was = node_row(before->node, i).data, *is = node_row(p.after->node, i).data;
        /* most rows are the same, to the bit */
        bool same = !before->counts && !memcmp(was, is, (size_t)before->cols.count * sizeof *was);
        for (int j = 0; j < before->cols.count && !same; j++) {
            double moved = fabs(step_number(p.after, i, j) - step_number(before, i, j));
            p.cells += moved > 0; /* false for −∞ − −∞, which is NaN */
            if (moved > most) {
                most = moved;
                p.row = i;
                p.col = j;
            }
        }
    }
    m->cells += p.cells ? step_cells(before) : 0;
    if (p.cells)
        m->pairs = arena_append(m->trace->arena, m->pairs, &m->count, &p, sizeof p);
}

static bool is_set(const Moves *m, const Step *step)
{
    const Changes *set = &m->after->graph->names->changes;
    return find_named(set->items, set->count, sizeof *set->items, step->id);
}

/* ---- tables of texts ---- */

enum { COLUMNS = 3, DIGITS = 3 };

/* "0.49 → 0" */
static const char *course(const Moves *m, const Step *before, const Step *after, int row, int col)
{
    Arena *arena = m->trace->arena;
    return arena_format(arena, "%s → %s", digits_text(arena, step_number(before, row, col), DIGITS),
                        digits_text(arena, step_number(after, row, col), DIGITS));
}

static void name_moved(Moves *m)
{
    static const char *const columns[COLUMNS] = {"moved most", "cells", "before → after"};
    Arena *arena = m->trace->arena;
    const char **cells = arena_alloc(arena, (size_t)(m->count * COLUMNS), sizeof *cells),
               **cell = cells;
    for (const Pair *p = m->pairs; p < m->pairs + m->count; p++) {
        const Axis *rows = &p->before->rows, *cols = &p->before->cols;
        *cell++ = arena_format(arena, "%s[%s,%s]", p->before->id, rows->labels[p->row],
                               cols->labels[p->col]);
        *cell++ = arena_format(arena, "%d of %d", p->cells, rows->count * cols->count);
        *cell++ = course(m, p->before, p->after, p->row, p->col);
    }
    name_texts(m->trace, "moved", "What moved", number_axis(m->trace->graph, "step", 1, m->count),
               label_axis("what", columns, COLUMNS), cells);
}

StepCell written_word(const Trace *t, int place)
{
    const TracedText *text = &t->texts[t->text_count > 1];
    const Step *all = trace_any_step(t, "output/probabilities");
    const char *id = arena_format(t->arena, "step-%d/probabilities", place + 1);
    const Step *step = all ? all : trace_any_step(t, id);
    if (!t->text_count || !step || place >= text->token_count)
        return (StepCell){0};
    int word = find_string(step->cols.labels, step->cols.count, text->tokens[place]);
    int row = place - (all && !strcmp(all->cols.name, "next token"));
    return word >= 0 && row >= 0 ? (StepCell){step, all ? row : 0, word} : (StepCell){0};
}

/* Names the table of the words written or read, unless there are none, or they or the vocabulary
   differ. Returns for how many places the most probable word changed. */
static int name_words(Moves *m)
{
    static const char *const columns[COLUMNS] = {"before → after", "now first", "rose most"};
    Arena *arena = m->trace->arena;
    const TracedText *text = &m->before->texts[m->before->text_count > 1];
    const TracedText *other = &m->after->texts[m->before->text_count > 1];
    /* of a language model the first token is not predicted */
    int first = !written_word(m->before, 0).step, turned = 0;
    int count = m->before->text_count ? text->token_count : 0;
    if (count <= first || !same_strings(text->tokens, count, other->tokens, other->token_count))
        return 0;
    const char **cells = arena_alloc(arena, (size_t)(count * COLUMNS), sizeof *cells),
               **cell = cells;
    for (int i = first; i < count; i++) {
        StepCell was = written_word(m->before, i), is = written_word(m->after, i);
        if (!was.step || !is.step || !same_shape(was.step->node->value, is.step->node->value))
            return 0;
        Tensor p = node_value(was.step->node), q = node_value(is.step->node),
               rise = tensor_copied(arena, tensor_rows(q, was.row, 1));
        vector_add_scaled(rise.data, -1, tensor_row(p, was.row), rise.cols);
        const char *const *words = was.step->cols.labels;
        int now = largest_in_row(q, was.row), up = largest_in_row(rise, 0);
        const char *rose =
            arena_format(arena, "%s %s", words[up], course(m, was.step, is.step, was.row, up));
        *cell++ = course(m, was.step, is.step, was.row, was.col);
        *cell++ = words[now];
        *cell++ = at(rise, 0, up) > 0 ? rose : "none";
        turned += now != largest_in_row(p, was.row);
    }
    const char *cols = written_word(m->before, first).step->cols.name;
    const char *unit = strstr(cols, "token") ? "token" : "word";
    name_texts(m->trace, "words", arena_format(arena, "How probable each %s is", unit),
               label_axis(unit, text->tokens + first, count - first),
               label_axis("what", columns, COLUMNS), cells);
    return turned;
}

/* ---- steps ---- */

/* Steps that were set, that the command itself shows first, or that are outputs. */
static bool is_told_first(const Moves *m, const Pair *p)
{
    return is_set(m, p->before) || !(p->before->detail || p->before->later) ||
           id_matches("output|*/after", p->before->id);
}

/* The mask of the change: cells masked in both runs, or whose difference is not finite. NULL if
   neither run has a mask. */
static const Node *hidden_in(Graph *g, const Pair *p, Tensor change)
{
    int size = (int)tensor_size(change); /* a mask itself has none, but −∞ */
    if (!p->before->mask && !p->after->mask && !vector_survey(change.data, NULL, size).unseen)
        return NULL;
    Tensor hidden = tensor_new(g->arena, change.rows, change.cols);
    for (int i = 0; i < size; i++)
        if (!isfinite(change.data[i]) ||
            (step_is_masked(p->before, i / change.cols, i % change.cols) &&
             step_is_masked(p->after, i / change.cols, i % change.cols)))
            hidden.data[i] = -(real)INFINITY;
    return constant(g, hidden, "a mask");
}

/* Adds a step as "<id>/<what>"; all but "<id>/change" are minor. */
static void add_as(const Moves *m, const Pair *p, Step step, const char *what)
{
    bool first = is_told_first(m, p);
    step.id = arena_format(m->trace->arena, "%s/%s", p->before->id, what);
    step.title = arena_format(m->trace->arena, "%s, %s", p->before->title, what);
    step.detail = p->before->detail && !first;
    step.minor |= strcmp(what, "change") != 0;
    step.later = !first;
    add_step(m->trace, step);
}

/* For outputs: the distance that each feature row moved, relative to its length before. */
static void add_distances(const Moves *m, const Pair *p, Node *before, Node *change)
{
    Graph *g = m->trace->graph;
    const Step *b = p->before;
    if (b->cols.named || b->kind != VALUE_SIGNED || is_set(m, b) || !is_told_first(m, p))
        return;
    Node *lengths = row_lengths(g, before);
    if (vector_min(node_value(lengths).data, rows_of(lengths)) == 0)
        return;
    Step far = {.id = "",
                .formula = "|after − before| / |before|",
                .rows = b->rows,
                .cols = single_axis(g, "measure", "of its length"),
                .kind = VALUE_SIZE,
                .form = FORM_BARS,
                .node = divide_rows(g, row_lengths(g, change), lengths)};
    far.note = note_of_step(m->trace, &far);
    add_as(m, p, far, "distance");
}

/* What was before, but 0 where before and after are both −∞: −∞ − (−∞) is no number, and the
   difference is to be −∞ too. */
static Node *before_of(Graph *g, const Pair *p)
{
    Tensor after = node_value(p->after->node), was = node_value(p->before->node);
    if (vector_survey(was.data, NULL, (int)tensor_size(was)).infinite)
        was = tensor_copied(g->arena, was);
    for (size_t i = 0; i < tensor_size(was); i++)
        if (isinf(was.data[i]) && was.data[i] == after.data[i])
            was.data[i] = 0;
    return constant(g, was, "before");
}

/* Adds before and after as shown in their runs, and their difference. */
static void add_pair(const Moves *m, const Pair *p)
{
    Graph *g = m->trace->graph;
    const Step *b = p->before;
    bool weighs = is_weight_kind(b->kind) || b->kind == VALUE_DIFFERENCE;
    Node *before = before_of(g, p);
    Node *difference = subtract(g, constant(g, node_value(p->after->node), "after"), before);
    Step change = {.id = "",
                   .formula = "after − before",
                   .rows = b->rows,
                   .cols = b->cols,
                   .kind = weighs ? VALUE_DIFFERENCE : VALUE_SIGNED,
                   .form = b->curves ? FORM_CELLS : b->form,
                   .node = difference,
                   .minor = b->minor};
    change.mask = hidden_in(g, p, node_value(change.node));
    change.note = note_of_step(m->trace, &change);
    add_as(m, p, *b, "before");
    add_as(m, p, *p->after, "after");
    add_as(m, p, change, "change");
    add_distances(m, p, before, difference);
}

/* The list of sentences, with an overview panel of the first steps that are shown first. */
static const char *list_with_overview(const Moves *m)
{
    static const char overview[] =
        "\n[overview]\n    What moved | after − before | {provenance} | row ranges\n";
    enum { MOST = 4 };
    Text list = text_new(m->trace->arena);
    int rows = 0;
    text_add(&list, what_moved_list);
    for (const Pair *p = m->pairs; p < m->pairs + m->count && rows < MOST; p++) {
        const char *id = p->before->id;
        if (!is_told_first(m, p) || p->before->curves)
            continue;
        text_format(
            &list,
            "%s    || [%s] %s/before: ^before | %s/after: ^after | %s/change: ^after − before"
            " | %s/distance: how far each moved\n",
            rows++ ? "" : overview, id, id, id, id, id);
    }
    return list.data;
}

Trace *trace_what_moved(const Trace *before, const Trace *after, const char *changed)
{
    Trace *t = trace_begin(graph_new(before->arena));
    Moves m = {.before = before, .after = after, .trace = t};
    graph_name(t->graph);
    for (const Trace *all = before; all; all = all->behind)
        for (const Step *s = all->steps; s < all->steps + all->step_count; s++)
            if (all == before || is_set(&m, s))
                compare(&m, s);
    add_number_setting(t, "turned", name_words(&m));
    name_moved(&m);
    add_number_setting(t, "apart", m.apart);
    add_setting(t, "one-apart", m.one_apart, false);
    add_setting(t, "changed", changed, false);
    for (int i = 0; i < before->text_count; i++)
        add_text(t, before->texts[i]);
    trace_tell(t, list_with_overview(&m));
    /* before, after, their difference, and its mask */
    memory_ask("all that moved", 4 * m.cells * sizeof(real), "fewer words");
    for (const Pair *p = m.pairs; p < m.pairs + m.count; p++)
        add_pair(&m, p);
    return t;
}
