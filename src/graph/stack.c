#include "graph/ops.h"

/* A part is one piece of memory, here and there. */
static CellRun source(const Node *node, int row, int col)
{
    int p = 0;
    while (row >= rows_of(node->inputs[p]))
        row -= rows_of(node->inputs[p++]);
    size_t before = (size_t)row * (size_t)cols_of(node) + (size_t)col;
    return (CellRun){p, row, col, tensor_size(node->inputs[p]->value) - before};
}

/* "[a ; b]", "[h_1 ; … ; h_9]" of a long series, "[a ; …]" of what is none. */
static Formula parts_written(Graph *g, const Node *node)
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
static void write(Graph *g, const Node *node, Writing *w)
{
    int count = node->input_count;
    w->rows = axes_joined(g, node->inputs, count, true, rows_of(node));
    w->mask = masks_joined(g, node, stack);
    w->each = formula_of_each(g, node->inputs, count);
    if (!formulas_are_one(g, node->inputs, count))
        w->formula = parts_written(g, node);
}

static Node *derive(Graph *g, Node *node, int input, Node *dy)
{
    int first = 0;
    for (int p = 0; p < input; p++)
        first += rows_of(node->inputs[p]);
    return row_range(g, dy, first, rows_of(node->inputs[input]));
}

static const Op op = {"stack", "{1}", .source = source, .write = write, .derive = derive};

Node *stack(Graph *g, Node *const *parts, int count)
{
    int rows = 0, cols = cols_of(parts[0]);
    for (int p = 0; p < count; p++) {
        CHECK(cols_of(parts[p]) == cols, "part %d has %d columns, the first %d", p,
              cols_of(parts[p]), cols);
        rows += rows_of(parts[p]);
    }
    return graph_node(g, (Node){.op = &op}, rows, cols, parts, count);
}
