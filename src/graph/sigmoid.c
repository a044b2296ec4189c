#include "graph/ops.h"
#include "tensor/vector.h"

static void forward(Node *node)
{
    const real *x = node->inputs[0]->value.data;
    real *y = node->value.data;
    int size = (int)tensor_size(node->value);
    for (int i = 0; i < size; i++)
        y[i] = -x[i];
    vector_exp(y, y, 0, size);
    for (int i = 0; i < size; i++)
        y[i] = 1 / (1 + y[i]);
}

/* y = σ(x):  ∂x += ∂y y (1 − y) */
static void backward(Node *node)
{
    if (!node->inputs[0]->wants_grad)
        return;
    const real *y = node->value.data, *dy = node->grad.data;
    real *dx = node->inputs[0]->grad.data;
    for (size_t i = 0; i < tensor_size(node->value); i++)
        dx[i] += dy[i] * (y[i] * (1 - y[i]));
}

/* An exponential, a sum and a quotient. */
static const Op op = {"sigmoid",
                      forward,
                      backward,
                      explain_arithmetic,
                      .arithmetic = "1 / (1 + exp(−{1}))",
                      .steps = 3,
                      .formula = "σ({1})",
                      .kind = VALUE_FRACTION};

Node *sigmoid(Graph *g, Node *a)
{
    return graph_node(g, (Node){.op = &op}, rows_of(a), cols_of(a), &a, 1);
}
