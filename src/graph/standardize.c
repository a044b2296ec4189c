#include "graph/ops.h"
#include "tensor/vector.h"

#include <math.h>

/* Keeps a row of equal numbers from dividing by zero. */
static const double EPSILON = 1e-5;

static real row_deviation(const Node *node, int row)
{
    return (real)sqrt((double)node->inputs[2]->value.data[row] + EPSILON);
}

static void forward(Node *node)
{
    for (int i = 0; i < rows_of(node); i++) {
        const real *x = tensor_row(node->inputs[0]->value, i);
        real *y = tensor_row(node->value, i), mean = node->inputs[1]->value.data[i];
        real divisor = row_deviation(node, i);
        for (int j = 0; j < cols_of(node); j++)
            y[j] = (x[j] - mean) / divisor;
    }
}

/* y = (x − μ)/s, s = √(v + ε):  ∂x += ∂y/s,  ∂μ −= Σ ∂y/s,  ∂v −= Σ ∂y y/(2s²) */
static void backward(Node *node)
{
    Node *a = node->inputs[0], *mean = node->inputs[1], *variance = node->inputs[2];
    int n = cols_of(node);
    for (int i = 0; i < rows_of(node); i++) {
        const real *y = tensor_row(node->value, i), *dy = tensor_row(node->grad, i);
        real s = row_deviation(node, i);
        if (a->wants_grad)
            vector_add_scaled(tensor_row(a->grad, i), 1 / s, dy, n);
        if (mean->wants_grad)
            mean->grad.data[i] -= vector_sum(dy, n) / s;
        if (variance->wants_grad)
            variance->grad.data[i] -= vector_dot(dy, y, n) / (2 * s * s);
    }
}

/* With the variance under its root, then with the root drawn. */
static void explain(const Node *node, int row, int col, Explanation *e)
{
    const Node *a = node->inputs[0], *mean = node->inputs[1], *variance = node->inputs[2];
    explanation_begin(e);
    explanation_text(e, "(");
    explanation_cell(e, a, row, col);
    explanation_text(e, " − ");
    explanation_cell(e, mean, row, 0);
    explanation_text(e, ") / √(");
    explanation_cell(e, variance, row, 0);
    explanation_text(e, " + 0.00001)");
    explanation_begin(e);
    explanation_number(e, (double)(at(a->value, row, col) - mean->value.data[row]));
    explanation_text(e, " / ");
    explanation_number(e, (double)row_deviation(node, row));
    e->remark = "0.00001 keeps a row of equal numbers from dividing by zero";
}

/* A difference and a division. */
static const Op op = {"standardize", forward,    backward,
                      explain,       .steps = 2, .formula = "({1} − {2*})/√({3} + 0.00001)"};

Node *standardize(Graph *g, Node *a, Node *mean, Node *variance)
{
    CHECK(rows_of(mean) == rows_of(a) && cols_of(mean) == 1 &&
              same_shape(mean->value, variance->value),
          "%d × %d by %d × %d and %d × %d", rows_of(a), cols_of(a), rows_of(mean), cols_of(mean),
          rows_of(variance), cols_of(variance));
    return graph_node(g, (Node){.op = &op}, rows_of(a), cols_of(a), (Node *[]){a, mean, variance},
                      3);
}
