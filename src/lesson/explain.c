#include "lesson/lesson.h"

#include "base/lexicon.h"
#include "base/number.h"
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

typedef struct Walk {
    Arena *arena;
    Document *document;
    const Trace *trace;
    const Step *asked; /* a matrix may stand in two steps: it is named by the one asked for */
    ExplainStyle style;
    Pending *queue; /* from `next` on not yet explained; grows at the end */
    int next, end;
    Met *met;
    int met_count;
    Lexicon given[2];    /* what was met that is given, and that was computed by other means */
    const Step *heading; /* the step whose title was told last */
} Walk;

static const Step *step_of(const Walk *w, const Node *node)
{
    return node == w->asked->made ? w->asked : trace_step_of(w->trace, node);
}

/* ---- copies ---- */

static Explanation explanation_of(const Walk *w, Cell cell)
{
    return cell_explained(w->arena, w->style.digits, cell);
}

/* The cell that a number was made in, by a name if it has one on the way there: copies are passed
   over, but for those of what is given. */
static Cell made_in(const Walk *w, Cell cell)
{
    Cell told = cell;
    for (;;) {
        Explanation e = explanation_of(w, cell);
        if (!e.copies || (is_leaf(e.uses->node) && step_of(w, cell.node)))
            return told;
        cell = *e.uses;
        if (step_of(w, cell.node) || !step_of(w, told.node))
            told = cell;
    }
}

/* The arithmetic of a cell; of one that only moves a number, what was computed under no name. */
static Explanation arithmetic_of(const Walk *w, Cell cell)
{
    Explanation e = explanation_of(w, cell);
    while (e.copies && !is_leaf(e.uses->node) && !step_of(w, e.uses->node))
        e = explanation_of(w, *e.uses);
    return e;
}

/* ---- the queue ---- */

static Met *met_node(Walk *w, const Node *node)
{
    for (int i = 0; i < w->met_count; i++)
        if (w->met[i].node == node)
            return &w->met[i];
    w->met = arena_grow(w->arena, w->met, w->met_count, sizeof *w->met);
    w->met[w->met_count] = (Met){node, arena_alloc(w->arena, tensor_size(node->value), 1)};
    return &w->met[w->met_count++];
}

/* Puts a cell into the queue unless it was there before. */
static void enqueue(Walk *w, Cell cell, int depth)
{
    size_t index = (size_t)cell.row * (size_t)cols_of(cell.node) + (size_t)cell.col;
    Met *met = met_node(w, cell.node);
    if (met->cells[index])
        return;
    met->cells[index] = 1;
    w->queue = arena_grow(w->arena, w->queue, w->end, sizeof *w->queue);
    w->queue[w->end++] = (Pending){cell, depth};
}

/* ---- words ---- */

/* Of a node that has no step: its operation in words, "row lengths", numbered from the second on;
   one name would otherwise stand for several matrices. */
static const char *operation_name(const Walk *w, const Node *node)
{
    int before = 0;
    char *name = arena_strdup(w->arena, node->op->name);
    for (char *c = strchr(name, '_'); c; c = strchr(c, '_'))
        *c = ' ';
    for (int i = 0; i < w->met_count && w->met[i].node != node; i++)
        before += !step_of(w, w->met[i].node) && w->met[i].node->op == node->op;
    return before ? arena_format(w->arena, "%s %d", name, before + 1) : name;
}

static const char *cell_name(const Walk *w, Cell cell)
{
    const Step *step = step_of(w, cell.node);
    if (!step)
        return arena_format(w->arena, "%s[%d,%d]", operation_name(w, cell.node), cell.row + 1,
                            cell.col + 1);
    return arena_format(w->arena, "%s[%s,%s]", step->id,
                        step->rows.labels[step->turned ? cell.col : cell.row],
                        step->cols.labels[step->turned ? cell.row : cell.col]);
}

static void add_heading(Walk *w, Cell cell)
{
    const Step *step = step_of(w, cell.node);
    if (!step || step == w->heading)
        return;
    document_add(w->document, (Block){.kind = BLOCK_HEADING,
                                      .text = step->title,
                                      .formula = formula_plain(w->arena, step->formula)});
    w->heading = step;
}

static void add_arithmetic(Walk *w, Cell cell, const Explanation *e)
{
    double number = (double)at(cell.node->value, cell.row, cell.col);
    const char *digits = digits_text(w->arena, number, w->style.digits);
    const char **equals = arena_alloc(w->arena, (size_t)e->expression_count + 2, sizeof *equals);
    for (int i = 0; i < e->expression_count && !e->copies; i++)
        equals[i] = e->expressions[i].data;
    if (e->copies && step_of(w, e->uses->node))
        equals[0] = cell_name(w, *e->uses);
    add_heading(w, cell);
    document_add(w->document,
                 (Block){.kind = BLOCK_ARITHMETIC,
                         .text = arena_format(w->arena, "%s = %s", cell_name(w, cell), digits),
                         .equals = equals,
                         .remark = text_turned(w->trace, e->remark)});
}

/* ---- the walk ---- */

/* Each once: the same matrix may stand in several graphs. */
static void remember_given(Walk *w, const Node *node, const Node *leaf)
{
    const Step *step = step_of(w, node);
    const char *origin = explanation_of(w, (Cell){leaf, 0, 0}).given;
    bool computed = !strncmp(origin, LEAF_COMPUTED, strlen(LEAF_COMPUTED));
    lexicon_add(&w->given[computed],
                arena_format(w->arena, "%s: %s", step ? step->id : "numbers without a step",
                             origin + (computed ? strlen(LEAF_COMPUTED) : 0)));
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
                enqueue(w, made_in(w, e->uses[k]), depth);
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
    add_arithmetic(w, cell, &e);
    int depth = pending.depth + !e.copies;
    if (!leaf && (!w->style.depth || depth < w->style.depth))
        enqueue_uses(w, &e, depth);
    else
        w->document->goes_on |= !leaf && e.use_count > 0;
}

static void add_given(const Walk *w)
{
    static const char *const headings[] = {"Given, not computed:", "Computed by other means:"};
    for (int computed = 0; computed < 2; computed++)
        for (int i = 0; i < w->given[computed].count; i++) {
            if (!i)
                document_say(w->document, BLOCK_HEADING, headings[computed]);
            document_say(w->document, BLOCK_ITEM, w->given[computed].words[i]);
        }
}

void explain_cell(Document *document, StepCell cell, ExplainStyle style)
{
    Walk w = {.arena = document->arena,
              .document = document,
              .trace = document->trace,
              .asked = cell.step,
              .given = {lexicon_new(document->arena), lexicon_new(document->arena)},
              .style = style};
    bool turned = cell.step->turned;
    enqueue(&w, (Cell){cell.step->made, turned ? cell.col : cell.row, turned ? cell.row : cell.col},
            0);
    while (w.next < w.end)
        explain_next(&w);
    add_given(&w);
}
