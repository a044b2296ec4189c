#include "graph/ops.h"

static void forward(Node *node)
{
    real deviation = (real)node->parameter.told.number;
    for (int i = 0; i < rows_of(node); i++) {
        real *y = tensor_row(node->value, i), centre = node->inputs[0]->value.data[i];
        for (int j = 0; j < cols_of(node); j++) {
            real distance = ((real)j - centre) / deviation;
            y[j] = distance * distance / -2;
        }
        vector_exp(y, y, 0, cols_of(node));
    }
}

/* y = exp(−(j − p)²/2σ²):  ∂p += Σⱼ ∂yⱼ yⱼ (j − p)/σ² */
static void backward(Node *node)
{
    Node *centre = node->inputs[0];
    real variance = (real)(node->parameter.told.number * node->parameter.told.number);
    for (int i = 0; i < rows_of(node); i++) {
        const real *y = tensor_row(node->value, i), *dy = tensor_row(node->grad, i);
        for (int j = 0; j < cols_of(node); j++)
            centre->grad.data[i] += dy[j] * y[j] * ((real)j - centre->value.data[i]) / variance;
    }
}

static void explain(Explanation *e, Cell c)
{
    explanation_begin(e, "exp(−0.5 × ((# − {1}) / #)^2)", (double)c.col,
                      c.node->parameter.told.number);
}

/* A distance, its square and an exponential per cell. */
static const Op op = {
    "gaussian", "exp(−(j − {1*})²/(2 · %g²))", explain, forward, backward, .shapes = "n1>nm",
    .steps = 3, .kind = VALUE_FRACTION};

Node *gaussian(Graph *g, Node *centres, int m, double deviation)
{
    CHECK(cols_of(centres) == 1 && deviation > 0, "%d columns of centres, deviation %g",
          cols_of(centres), deviation);
    Node model = {.op = &op, .parameter.told.number = deviation};
    return graph_node(g, model, rows_of(centres), m, &centres, 1);
}
