#include "graph/ops.h"

static void forward(Node *node)
{
    for (int i = 0; i < rows_of(node); i++)
        for (int j = 0; j < cols_of(node); j++)
            tensor_row(node->value, i)[j] = at(node->inputs[0]->value, j, i);
}

/* ∂a += ∂cᵀ */
static void backward(Node *node)
{
    Node *a = node->inputs[0];
    for (int i = 0; a->wants_grad && i < rows_of(a); i++)
        for (int j = 0; j < cols_of(a); j++)
            tensor_row(a->grad, i)[j] += at(node->grad, j, i);
}

static void explain(const Node *node, int row, int col, Explanation *e)
{
    explanation_copy(e, node->inputs[0], col, row);
}

static void write(Graph *g, const Node *node, Writing *w)
{
    const Writing *a = writing_of(g, node->inputs[0]);
    w->rows = a->cols;
    w->cols = a->rows;
    w->kind = a->kind;
    w->mask = a->mask ? transpose(g, (Node *)a->mask) : NULL;
}

static const Op op = {"transpose", forward, backward, explain, .formula = "{1!}ᵀ", .write = write};

Node *transpose(Graph *g, Node *a)
{
    return graph_node(g, (Node){.op = &op}, cols_of(a), rows_of(a), &a, 1);
}
