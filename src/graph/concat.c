#include "graph/ops.h"

/* Matrices side by side, or on top of each other. */
static const Op stack_op;

static int length_of(const Node *node, bool rows)
{
    return rows ? rows_of(node) : cols_of(node);
}

/* On top of each other, a part is one piece of memory, here and there. */
static CellRun source(const Node *node, int row, int col)
{
    bool stacked = node->op == &stack_op;
    int p = 0, *place = stacked ? &row : &col;
    while (*place >= length_of(node->inputs[p], stacked))
        *place -= length_of(node->inputs[p++], stacked);
    const Node *part = node->inputs[p];
    size_t rows = stacked ? (size_t)(rows_of(part) - row) : 1;
    return (CellRun){p, row, col, rows * (size_t)cols_of(part) - (size_t)col};
}

static Node *derive(Graph *g, Node *node, int input, Node *dy)
{
    bool stacked = node->op == &stack_op;
    int first = 0;
    for (int p = 0; p < input; p++)
        first += length_of(node->inputs[p], stacked);
    return (stacked ? row_range : columns)(g, dy, first, length_of(node->inputs[input], stacked));
}

static Node *joined(Graph *g, const Op *op, Node *const *parts, int count)
{
    bool stacked = op == &stack_op;
    int length = 0, across = length_of(parts[0], !stacked);
    for (int p = 0; p < count; p++) {
        CHECK(length_of(parts[p], !stacked) == across, "%s: part %d is %d across, the first %d",
              op->name, p, length_of(parts[p], !stacked), across);
        length += length_of(parts[p], stacked);
    }
    return graph_node(g, (Node){.op = op}, stacked ? length : across, stacked ? across : length,
                      parts, count);
}

/* ---- side by side ---- */

/* Concat(head_1, …, head_3) of a series, else [a ; b ; c], without its middle where it is long. */
static const char *parts_written(Graph *g, const Node *node)
{
    enum { MOST_PARTS = 4 };
    int count = node->input_count;
    Text text = text_new(g->arena);
    bool is_series = formulas_are_series(g, node->inputs, count);
    const char *between = is_series ? ", " : " ; ";
    text_add(&text, is_series ? "Concat(" : "[");
    for (int i = 0; i < count; i++) {
        const char *part = writing_of(g, node->inputs[i])->formula.text;
        bool left_out = (is_series || count > MOST_PARTS) && i > 0 && i < count - 1;
        if (!left_out || i == 1)
            text_format(&text, "%s%s", i ? between : "", left_out || !part ? "…" : part);
    }
    text_add(&text, is_series ? ")" : "]");
    return text.data;
}

/* Parts made by one formula are written by it. */
static void write(Graph *g, const Node *node, Writing *w)
{
    w->cols = axes_joined(g, node->inputs, node->input_count, false, cols_of(node));
    w->mask = masks_joined(g, node, concat);
    if (node->input_count == 1 || !formulas_are_one(g, node->inputs, node->input_count))
        w->formula = (Formula){.text = parts_written(g, node)};
}

static const Op op = {"concat", "{1}", .source = source, .write = write, .derive = derive};

Node *concat(Graph *g, Node *const *parts, int count)
{
    return joined(g, &op, parts, count);
}

/* ---- on top of each other ---- */

/* "[a ; b]", "[h_1 ; … ; h_9]" of a long series, "[a ; …]" of what is none. */
static Formula stack_written(Graph *g, const Node *node)
{
    int count = node->input_count;
    if (count <= 3)
        return formula_filled(g, node, "[{1…}]");
    if (!formulas_are_series(g, node->inputs, count))
        return formula_filled(g, node, "[{1} ; …]");
    const char *first = writing_of(g, node->inputs[0])->formula.text;
    const char *last = writing_of(g, node->inputs[count - 1])->formula.text;
    return (Formula){arena_format(g->arena, "[%s ; … ; %s]", first, last), BINDS_ATOM};
}

/* The rows of one part, and of the next; parts made by one formula are written by it. */
static void write_stack(Graph *g, const Node *node, Writing *w)
{
    int count = node->input_count;
    w->rows = axes_joined(g, node->inputs, count, true, rows_of(node));
    w->mask = masks_joined(g, node, stack);
    w->each = formula_of_each(g, node->inputs, count);
    if (!formulas_are_one(g, node->inputs, count))
        w->formula = stack_written(g, node);
}

static const Op stack_op = {"stack", "{1}", .source = source, .write = write_stack,
                            .derive = derive};

Node *stack(Graph *g, Node *const *parts, int count)
{
    return joined(g, &stack_op, parts, count);
}
