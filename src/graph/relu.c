#include "graph/ops.h"

static void forward(Node *node)
{
    const real *x = node->inputs[0]->value.data;
    for (size_t i = 0; i < tensor_size(node->value); i++)
        node->value.data[i] = x[i] > 0 ? x[i] : 0;
}

/* ∂x += ∂y where x > 0 */
static void backward(Node *node)
{
    if (!node->inputs[0]->wants_grad)
        return;
    const real *x = node->inputs[0]->value.data, *dy = node->grad.data;
    real *dx = node->inputs[0]->grad.data;
    for (size_t i = 0; i < tensor_size(node->value); i++)
        dx[i] += x[i] > 0 ? dy[i] : 0;
}

static const Op op = {"relu",
                      forward,
                      backward,
                      explain_arithmetic,
                      .arithmetic = "max(0, {1})",
                      .steps = 1,
                      .formula = "max(0, {1})"};

Node *relu(Graph *g, Node *a)
{
    return graph_node(g, (Node){.op = &op}, rows_of(a), cols_of(a), &a, 1);
}
