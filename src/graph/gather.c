#include "graph/ops.h"
#include "tensor/vector.h"

#include <string.h>

static void forward(Node *node)
{
    for (int i = 0; i < rows_of(node); i++)
        memcpy(tensor_row(node->value, i),
               tensor_row(node->inputs[0]->value, node->parameter.rows[i]),
               (size_t)cols_of(node) * sizeof(real));
}

/* A row that was looked up twice gathers both gradients. */
static void backward(Node *node)
{
    Node *table = node->inputs[0];
    if (table->wants_grad)
        for (int i = 0; i < rows_of(node); i++)
            vector_add_scaled(tensor_row(table->grad, node->parameter.rows[i]), 1,
                              tensor_row(node->grad, i), cols_of(node));
}

static void explain(const Node *node, int row, int col, Explanation *e)
{
    explanation_copy(e, node->inputs[0], node->parameter.rows[row], col);
}

static Cost cost(const Node *node)
{
    return cost_elementwise(node, 0);
}

static const Op op = {"gather", forward, backward, explain, cost};

Node *gather(Graph *g, Node *table, const int *rows, int n)
{
    for (int i = 0; i < n; i++)
        CHECK(rows[i] >= 0 && rows[i] < rows_of(table), "row %d of %d", rows[i], rows_of(table));
    Node model = {.op = &op, .parameter.rows = rows};
    return graph_node(g, model, n, cols_of(table), &table, 1);
}
