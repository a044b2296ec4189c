#include "graph/ops.h"

static void forward(Node *node)
{
    for (int i = 0; i < rows_of(node); i++)
        tensor_row(node->value, i)[i] = node->inputs[0]->value.data[i];
}

static void explain(Explanation *e, Cell c)
{
    if (c.row == c.col)
        explanation_copy(e, (Cell){c.node->inputs[0], 0, c.col});
    else
        explanation_begin(e, "0");
}

static void write(Graph *g, const Node *node, Writing *w)
{
    w->rows = axis_itself(writing_of(g, node->inputs[0])->cols);
}

static const Op op = {"diagonal", "diag({1})", explain, forward, .write = write};

Node *diagonal(Graph *g, Node *row)
{
    CHECK(rows_of(row) == 1, "a diagonal of %d rows", rows_of(row));
    return graph_node(g, (Node){.op = &op}, cols_of(row), cols_of(row), &row, 1);
}

Node *diagonal_of(const Node *node)
{
    return node->op == &op ? node->inputs[0] : NULL;
}
