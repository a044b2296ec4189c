#include "lesson/explain.h"

#include "base/number.h"
#include "base/utf8.h"
#include "trace/formula.h"

#include <string.h>

/* A cell waiting to be explained, and how many operations lie between it and the first. */
typedef struct Pending {
    Cell cell;
    int depth;
} Pending;

/* A node met on the way, and which of its cells. */
typedef struct Met {
    const Node *node;
    unsigned char *cells;
} Met;

/* What was not computed, and where its numbers come from. */
typedef struct Given {
    const char *name, *origin;
} Given;

typedef struct Walk {
    Arena *arena;
    FILE *out;
    const Trace *trace;
    const Step *asked; /* a matrix may stand in two steps: it is named by the one asked for */
    ExplainStyle style;
    Pending *queue; /* from `next` on not yet explained; grows at the end */
    int next, end, queue_capacity;
    Met *met;
    int met_count, met_capacity;
    Given *given; /* what was met that is not computed */
    int given_count, given_capacity;
    const Step *heading; /* the step whose title was printed last */
} Walk;

static const Step *step_of(const Walk *w, const Node *node)
{
    return node == w->asked->node ? w->asked : trace_step_of(w->trace, node);
}

/* ---- copies ---- */

static bool is_leaf(const Node *node)
{
    return !node->op->forward;
}

static bool has_name(const Walk *w, const Node *node)
{
    return step_of(w, node) != NULL;
}

static Explanation explanation_of(const Walk *w, Cell cell)
{
    Explanation e = explanation_new(w->arena, w->style.digits);
    cell.node->op->explain(cell.node, cell.row, cell.col, &e);
    return e;
}

/* Whether it only moves a number that was computed where it has no name. */
static bool copies_unnamed(const Walk *w, const Explanation *e)
{
    return e->copies && !is_leaf(e->uses[0].node) && !has_name(w, e->uses[0].node);
}

/* The cell that a reader can be told of: copies without a name are passed over. */
static Cell named_source(const Walk *w, Cell cell)
{
    while (!has_name(w, cell.node)) {
        Explanation e = explanation_of(w, cell);
        if (!e.copies)
            break;
        cell = e.uses[0];
    }
    return cell;
}

/* The arithmetic of a cell, or of what it is a copy of. */
static Explanation arithmetic_of(const Walk *w, Cell cell)
{
    Explanation e = explanation_of(w, cell);
    while (copies_unnamed(w, &e))
        e = explanation_of(w, e.uses[0]);
    return e;
}

/* ---- the queue ---- */

static void *grown(Arena *arena, const void *items, int count, int *capacity, size_t size)
{
    if (count < *capacity)
        return (void *)items;
    *capacity = *capacity ? 2 * *capacity : 64;
    void *copy = arena_alloc(arena, (size_t)*capacity, size);
    if (count)
        memcpy(copy, items, (size_t)count * size);
    return copy;
}

static Met *met_node(Walk *w, const Node *node)
{
    for (int i = 0; i < w->met_count; i++)
        if (w->met[i].node == node)
            return &w->met[i];
    w->met = grown(w->arena, w->met, w->met_count, &w->met_capacity, sizeof *w->met);
    w->met[w->met_count] = (Met){node, arena_alloc(w->arena, tensor_size(node->value), 1)};
    return &w->met[w->met_count++];
}

/* Puts a cell into the queue unless it was there before. */
static void enqueue(Walk *w, Cell cell, int depth)
{
    cell = named_source(w, cell);
    size_t index = (size_t)cell.row * (size_t)cols_of(cell.node) + (size_t)cell.col;
    Met *met = met_node(w, cell.node);
    if (met->cells[index])
        return;
    met->cells[index] = 1;
    w->queue = grown(w->arena, w->queue, w->end, &w->queue_capacity, sizeof *w->queue);
    w->queue[w->end++] = (Pending){cell, depth};
}

/* ---- printing ---- */

/* Of a node that has no step: its operation in words, "row lengths", numbered from the second on;
   one name would otherwise stand for several matrices. */
static const char *operation_name(const Walk *w, const Node *node)
{
    int before = 0;
    char *name = arena_strdup(w->arena, node->op->name);
    for (char *c = strchr(name, '_'); c; c = strchr(c, '_'))
        *c = ' ';
    for (int i = 0; i < w->met_count && w->met[i].node != node; i++)
        before += !has_name(w, w->met[i].node) && w->met[i].node->op == node->op;
    return before ? arena_format(w->arena, "%s %d", name, before + 1) : name;
}

static const char *cell_name(const Walk *w, Cell cell)
{
    const Step *step = step_of(w, cell.node);
    if (!step)
        return arena_format(w->arena, "%s[%d,%d]", operation_name(w, cell.node), cell.row + 1,
                            cell.col + 1);
    return arena_format(w->arena, "%s[%s,%s]", step->id, step->rows.labels[cell.row],
                        step->cols.labels[cell.col]);
}

/* The next space in front of one of the characters, or in front of any for NULL. */
static const char *next_gap(const char *text, const char *before)
{
    do
        text = strchr(text + 1, ' ');
    while (text && before && !strchr(before, text[1]));
    return text;
}

/* The text behind its start; broken at gaps where it outgrows the width, and then continued under
   its first character. */
static void put_broken(const Walk *w, const char *start, const char *text, const char *before)
{
    int indent = utf8_width(start) - 1, used = indent + 1;
    fputs(start, w->out);
    for (const char *part = text; *part;) {
        const char *end = next_gap(part, before);
        size_t length = end ? (size_t)(end - part) : strlen(part);
        int width = utf8_width(arena_strndup(w->arena, part, length));
        if (w->style.width && used + width > w->style.width && part > text) {
            fprintf(w->out, "\n%*s", indent, "");
            used = indent;
        }
        fwrite(part, 1, length, w->out);
        used += width;
        part += length;
    }
    putc('\n', w->out);
}

/* Title and formula; the formula has a line of its own behind a title that leaves it little room.
 */
static void put_heading(Walk *w, Cell cell)
{
    const Step *step = step_of(w, cell.node);
    if (!step || step == w->heading)
        return;
    const char *title = arena_format(w->arena, "%s   ", step->title);
    const char *formula = formula_plain(w->arena, step->formula);
    int before = utf8_width(title), width = w->style.width;
    bool has_own_line = width && 2 * before > width && before + utf8_width(formula) > width;
    fputs(w->heading ? "\n" : "", w->out);
    if (has_own_line)
        fprintf(w->out, "%s\n", step->title);
    put_broken(w, has_own_line ? "    " : title, formula, NULL);
    w->heading = step;
}

static void put_cell(Walk *w, Cell cell, const Explanation *e)
{
    char digits[NUMBER_SIZE];
    double value = (double)at(cell.node->value, cell.row, cell.col);
    put_heading(w, cell);
    fprintf(w->out, "%s = %s\n", cell_name(w, cell), number_digits(digits, value, w->style.digits));
    if (!e->copies)
        for (int i = 0; i < e->expression_count; i++)
            put_broken(w, "  = ", e->expressions[i].data, "+/");
    else if (step_of(w, e->uses[0].node))
        fprintf(w->out, "  = %s\n", cell_name(w, e->uses[0]));
    if (e->remark)
        put_broken(w, "  (", arena_format(w->arena, "%s)", e->remark), NULL);
}

/* ---- the walk ---- */

/* Each once: the same matrix may stand in several graphs. */
static void remember_given(Walk *w, const Node *node, const Node *leaf)
{
    const Step *step = step_of(w, node);
    Given given = {step ? step->id : "numbers without a step",
                   explanation_of(w, (Cell){leaf, 0, 0}).given};
    for (int i = 0; i < w->given_count; i++)
        if (!strcmp(w->given[i].name, given.name) && !strcmp(w->given[i].origin, given.origin))
            return;
    w->given = grown(w->arena, w->given, w->given_count, &w->given_capacity, sizeof *w->given);
    w->given[w->given_count++] = given;
}

/* The leaf of a cell that was not computed: itself, or what its rows and columns are picked from;
   NULL of one that was. */
static const Node *given_leaf(Cell cell, const Explanation *e)
{
    if (is_leaf(cell.node))
        return cell.node;
    return e->copies && is_leaf(e->uses[0].node) ? e->uses[0].node : NULL;
}

/* The cells that were used, those of one matrix together: a product takes one of each in turn. */
static void enqueue_uses(Walk *w, const Explanation *e, int depth)
{
    for (int i = 0; i < e->use_count; i++) {
        const Node *node = e->uses[i].node;
        int first = 0;
        while (e->uses[first].node != node)
            first++;
        for (int k = i; first == i && k < e->use_count; k++)
            if (e->uses[k].node == node)
                enqueue(w, e->uses[k], depth);
    }
}

static void explain_next(Walk *w)
{
    Pending pending = w->queue[w->next++];
    Cell cell = pending.cell;
    Explanation e = arithmetic_of(w, cell);
    const Node *leaf = given_leaf(cell, &e);
    if (leaf)
        remember_given(w, cell.node, leaf);
    if (leaf && pending.depth > 0)
        return;
    put_cell(w, cell, &e);
    if (!leaf && (!w->style.depth || pending.depth + 1 < w->style.depth))
        enqueue_uses(w, &e, pending.depth + 1);
}

static void put_given(const Walk *w)
{
    if (w->given_count)
        fputs("\nGiven, not computed:\n", w->out);
    for (int i = 0; i < w->given_count; i++)
        fprintf(w->out, "  %s: %s\n", w->given[i].name, w->given[i].origin);
}

void explain_cell(FILE *out, const Trace *trace, StepCell cell, ExplainStyle style)
{
    Walk w = {.arena = arena_new(), .out = out, .trace = trace, .asked = cell.step, .style = style};
    enqueue(&w, (Cell){cell.step->node, cell.row, cell.col}, 0);
    while (w.next < w.end)
        explain_next(&w);
    put_given(&w);
    arena_free(w.arena);
}
