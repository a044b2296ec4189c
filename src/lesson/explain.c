#include "lesson/lesson.h"

enum { TEXT_MOST = 40 << 20 }; /* bytes: more than anyone reads */

/* A queued cell, and its distance in operations from the first. */
typedef struct Pending {
    Cell cell;
    int depth;
} Pending;

/* A visited node, and which of its cells were met. */
typedef struct Met {
    const Node *node;
    bool *cells;
} Met;

typedef struct Walk {
    Arena *arena;
    Document *document;
    Teller teller;
    int depth;      /* the limit */
    Pending *queue; /* a FIFO, to be explained after the first cell */
    int end;
    Met *met;
    int met_count;
    Lexicon given[2];    /* inputs met, and values computed outside the graph */
    const Step *heading; /* the step whose title was printed last */
    size_t length;       /* of all arithmetic so far, in bytes */
} Walk;

/* ---- the queue ---- */

/* Whether a cell is met for the first time. */
static bool is_new(Walk *w, Cell cell)
{
    int i = 0;
    while (i < w->met_count && w->met[i].node != cell.node)
        i++;
    if (i == w->met_count) {
        w->met = arena_grow(w->arena, w->met, w->met_count++, sizeof *w->met);
        w->met[i] =
            (Met){cell.node, arena_alloc(w->arena, tensor_size(cell.node->value), sizeof(bool))};
    }
    bool *met = &w->met[i].cells[cell.row * cols_of(cell.node) + cell.col], before = *met;
    *met = true;
    return !before;
}

/* A number that was only moved is queued where it was made. */
static void enqueue_use(Walk *w, Cell use, int depth)
{
    if (!is_new(w, use))
        return;
    Pending p = {made_in(&w->teller, use), depth};
    if (p.cell.node == use.node || is_new(w, p.cell))
        w->queue = arena_append(w->arena, w->queue, &w->end, &p, sizeof p);
}

/* ---- words ---- */

/* Operations without a step are numbered: several may share a name. */
static const char *cell_name(const Walk *w, Cell cell)
{
    const Step *step = told_step(&w->teller, cell.node);
    int before = 0;
    for (int i = 0; !step && i < w->met_count && w->met[i].node != cell.node; i++)
        before += !told_step(&w->teller, w->met[i].node) && w->met[i].node->op == cell.node->op;
    if (!step)
        return arena_format(w->arena, "%s[%d,%d]", operation_name(w->arena, cell.node, before),
                            cell.row + 1, cell.col + 1);
    cell = cell_turned(step, cell);
    return arena_format(w->arena, "%s[%s,%s]", step->id, step->rows.labels[cell.row],
                        step->cols.labels[cell.col]);
}

static void add_heading(Walk *w, Cell cell)
{
    const Step *step = told_step(&w->teller, cell.node);
    if (!step || step == w->heading)
        return;
    document_add(w->document, (Block){.kind = BLOCK_HEADING,
                                      .text = step->title,
                                      .formula = formula_plain(w->arena, step->formula)});
    w->heading = step;
}

static void add_arithmetic(Walk *w, Cell cell, const Explanation *e)
{
    double number = (double)node_row(cell.node, cell.row).data[cell.col];
    const char *digits = digits_text(w->arena, number, w->teller.digits);
    const char **equals = arena_alloc(w->arena, (size_t)e->expression_count + 2, sizeof *equals);
    for (int i = 0; i < e->expression_count && !e->copies; i++) {
        equals[i] = e->expressions[i].data;
        w->length += e->expressions[i].length;
    }
    if (w->length > TEXT_MOST)
        fail_usage("--depth: so far back there is more than %d MB of text", TEXT_MOST >> 20);
    if (e->copies && told_step(&w->teller, e->uses->node))
        equals[0] = cell_name(w, *e->uses);
    add_heading(w, cell);
    document_add(w->document,
                 (Block){.kind = BLOCK_ARITHMETIC,
                         .text = arena_format(w->arena, "%s = %s", cell_name(w, cell), digits),
                         .equals = equals,
                         .remark = text_turned(w->document->trace, e->remark)});
}

/* ---- the walk ---- */

/* Queues the cells used, grouped by matrix: a product uses one of each in turn. */
static void enqueue_uses(Walk *w, const Explanation *e, int depth)
{
    for (int i = 0; i < e->use_count; i++) {
        const Node *node = e->uses[i].node;
        int first = 0;
        while (e->uses[first].node != node)
            first++;
        for (int k = i; first == i && k < e->use_count; k++)
            if (e->uses[k].node == node)
                enqueue_use(w, e->uses[k], depth);
    }
}

static void explain(Walk *w, Cell cell, int depth)
{
    Explanation e = arithmetic_of(&w->teller, cell);
    const Node *leaf = given_leaf(cell, &e);
    if (leaf) /* reported once: several graphs may share a matrix */
        lexicon_add(&w->given[is_given_computed(leaf)], given_text(&w->teller, cell.node, leaf));
    if (leaf && depth > 0)
        return;
    add_arithmetic(w, cell, &e);
    depth += !e.copies;
    if (!leaf && (!w->depth || depth < w->depth))
        enqueue_uses(w, &e, depth);
    else
        w->document->goes_on |= !leaf && e.use_count > 0;
}

void explain_cell(Document *document, StepCell cell, int depth, int digits)
{
    Walk w = {.arena = document->arena,
              .document = document,
              .teller = {document->arena, document->trace, cell.step, digits, false},
              .depth = depth,
              .given = {lexicon_new(document->arena), lexicon_new(document->arena)}};
    Cell first = cell_turned(cell.step, (Cell){cell.step->made, cell.row, cell.col});
    is_new(&w, first);
    explain(&w, first, 0);
    for (int i = 0; i < w.end; i++)
        explain(&w, w.queue[i].cell, w.queue[i].depth);
    for (int computed = 0; computed < 2; computed++)
        for (int i = 0; i < w.given[computed].count; i++) {
            if (!i)
                document_say(document, BLOCK_HEADING, given_headings[computed]);
            document_say(document, BLOCK_ITEM, w.given[computed].words[i]);
        }
}
