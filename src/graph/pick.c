#include "graph/ops.h"

static CellRun source(const Node *node, int row, int col)
{
    (void)col;
    return (CellRun){.row = row, .col = node->parameter.cols[row], .count = 1};
}

/* Picked from probabilities, they sum to nothing. */
static void write(Graph *g, const Node *node, Writing *w)
{
    (void)g, (void)node;
    w->kind = w->kind == VALUE_PROBABILITY ? VALUE_FRACTION : w->kind;
}

static const Op op = {"pick", "{1!}[i, t_i]", .source = source, .write = write, .of = OF_ROWS};

Node *pick(Graph *g, Node *a, const int *cols)
{
    for (int i = 0; i < rows_of(a); i++)
        CHECK(cols[i] >= 0 && cols[i] < cols_of(a), "column %d of %d", cols[i], cols_of(a));
    return graph_node(g, (Node){.op = &op, .parameter.cols = cols}, rows_of(a), 1, &a, 1);
}
