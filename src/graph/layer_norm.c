#include "graph/ops.h"
#include "tensor/vector.h"

#include <math.h>

/* Keeps a row of equal numbers from dividing by zero. */
static const double EPSILON = 1e-5;

typedef struct Moments {
    real mean, deviation; /* √(variance + ε) */
} Moments;

static Moments moments_of(const real *x, int n)
{
    Moments m = {.mean = vector_sum(x, n) / (real)n};
    double squares = 0;
    for (int j = 0; j < n; j++)
        squares += (double)(x[j] - m.mean) * (double)(x[j] - m.mean);
    m.deviation = (real)sqrt(squares / n + EPSILON);
    return m;
}

static void forward(Node *node)
{
    int n = cols_of(node);
    for (int i = 0; i < rows_of(node); i++) {
        const real *x = tensor_row(node->inputs[0]->value, i);
        real *y = tensor_row(node->value, i);
        Moments m = moments_of(x, n);
        for (int j = 0; j < n; j++)
            y[j] = (x[j] - m.mean) / m.deviation;
    }
}

/* y = (x − μ)/σ:  ∂xⱼ += (∂yⱼ − mean(∂y) − yⱼ mean(∂y ⊙ y)) / σ */
static void backward(Node *node)
{
    if (!node->inputs[0]->wants_grad)
        return;
    int n = cols_of(node);
    for (int i = 0; i < rows_of(node); i++) {
        const real *y = tensor_row(node->value, i), *dy = tensor_row(node->grad, i);
        real *dx = tensor_row(node->inputs[0]->grad, i);
        Moments m = moments_of(tensor_row(node->inputs[0]->value, i), n);
        real mean_dy = vector_sum(dy, n) / (real)n, mean_dy_y = vector_dot(dy, y, n) / (real)n;
        for (int j = 0; j < n; j++)
            dx[j] += (dy[j] - mean_dy - y[j] * mean_dy_y) / m.deviation;
    }
}

static void explain_mean(const Node *a, int row, Explanation *e)
{
    explanation_text(e, "(");
    for (int j = 0; j < cols_of(a); j++) {
        explanation_text(e, j ? " + " : "");
        explanation_cell(e, a, row, j);
    }
    explanation_text(e, ") / ");
    explanation_number(e, cols_of(a));
}

/* x − mean over the deviation: the mean spelled out, then both as numbers. */
static void explain(const Node *node, int row, int col, Explanation *e)
{
    const Node *a = node->inputs[0];
    Moments m = moments_of(tensor_row(a->value, row), cols_of(a));
    for (int spelled_out = 1; spelled_out >= 0; spelled_out--) {
        explanation_begin(e);
        explanation_text(e, "(");
        explanation_cell(e, a, row, col);
        explanation_text(e, " − ");
        if (spelled_out)
            explain_mean(a, row, e);
        else
            explanation_number(e, (double)m.mean);
        explanation_text(e, ") / ");
        explanation_number(e, (double)m.deviation);
    }
    e->remark = "the divisor is the row's standard deviation, √(variance + 0.00001)";
}

/* A sum for the mean, a sum and a square for the variance, a difference and a division. */
static const Op op = {"layer_norm", forward,    backward,
                      explain,      .steps = 4, .formula = "LayerNorm({1})"};

Node *layer_norm(Graph *g, Node *a)
{
    return graph_node(g, (Node){.op = &op}, rows_of(a), cols_of(a), &a, 1);
}
