#include "graph/ops.h"

static CellRun source(const Node *node, int row, int col)
{
    int p = 0;
    while (col >= cols_of(node->inputs[p]))
        col -= cols_of(node->inputs[p++]);
    return (CellRun){p, row, col, (size_t)(cols_of(node->inputs[p]) - col)};
}

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

static Node *derive(Graph *g, Node *node, int input, Node *dy)
{
    int first = 0;
    for (int p = 0; p < input; p++)
        first += cols_of(node->inputs[p]);
    return columns(g, dy, first, cols_of(node->inputs[input]));
}

static const Op op = {"concat", "{1}", .source = source, .write = write, .derive = derive};

Node *concat(Graph *g, Node *const *parts, int count)
{
    int rows = rows_of(parts[0]), cols = 0;
    for (int p = 0; p < count; p++) {
        CHECK(rows_of(parts[p]) == rows, "part %d has %d rows, the first %d", p, rows_of(parts[p]),
              rows);
        cols += cols_of(parts[p]);
    }
    return graph_node(g, (Node){.op = &op}, rows, cols, parts, count);
}
