#include "graph/ops.h"

/* Avoids dividing by zero in a row of equal numbers. */
static const double EPSILON = 1e-5;

static real deviation_of(double variance)
{
    return (real)sqrt(variance + EPSILON);
}

/* ---- whole ---- */

typedef struct Moments {
    real mean, deviation;
} Moments;

static Moments moments_of(const real *x, int n)
{
    real mean = vector_sum(x, n) / (real)n;
    double squares = 0;
    for (int j = 0; j < n; j++)
        squares += (double)(x[j] - mean) * (double)(x[j] - mean);
    return (Moments){mean, deviation_of(squares / n)};
}

static void forward(real *y, const real *x, int n)
{
    Moments m = moments_of(x, n);
    for (int j = 0; j < n; j++)
        y[j] = (x[j] - m.mean) / m.deviation;
}

/* y = (x − μ)/σ:  ∂xⱼ += (∂yⱼ − mean(∂y) − yⱼ mean(∂y ⊙ y)) / σ */
static void backward(real *dx, const real *dy, const real *y, const real *x, int n)
{
    Moments m = moments_of(x, n);
    real mean_dy = vector_sum(dy, n) / (real)n, mean_dy_y = vector_dot(dy, y, n) / (real)n;
    for (int j = 0; j < n; j++)
        dx[j] += (dy[j] - mean_dy - y[j] * mean_dy_y) / m.deviation;
}

/* Per cell: a sum for the mean, a sum and a square for the variance, a difference and a
   division. */
ON_ONE(layer_norm, "layer_norm", .rows.forward = forward, .rows.backward = backward, .steps = 4);

/* ---- from its parts ---- */

/* √(variance + ε) of a row; the variance is the last input. */
static real row_deviation(const Node *node, int row)
{
    return deviation_of((double)node->inputs[node->input_count - 1]->value.data[row]);
}

static void forward_standardized(Node *node)
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
static void backward_standardized(Node *node)
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

/* With the variance in full under the root, then with the root evaluated. */
static void explain_standardized(Explanation *e, Cell c)
{
    Node **inputs = c.node->inputs;
    explanation_begin(e, "({1} − {2}) / √({3} + 0.00001)");
    real above = at(inputs[0]->value, c.row, c.col) - at(inputs[1]->value, c.row, 0);
    explanation_begin(e, "# / #", (double)above, (double)row_deviation(c.node, c.row));
    e->remark = "0.00001 keeps a row of equal numbers from dividing by zero";
}

static void forward_over(Node *node)
{
    for (int i = 0; i < rows_of(node); i++)
        vector_add_scaled(tensor_row(node->value, i), 1 / row_deviation(node, i),
                          tensor_row(node->inputs[0]->value, i), cols_of(node));
}

/* aᵢⱼ/√(varianceᵢ + 10⁻⁵) */
static Node *over_deviation(Graph *g, Node *a, Node *variance);
ON_TWO(over_deviation, "over_deviation", "{1*}/√({2} + 0.00001)", .forward = forward_over,
       .arithmetic = "{1} / √({2} + 0.00001)", .steps = 1, .shapes = "nm,n1>nm");

/* ∂x = ∂y/s,  ∂μ = −Σ ∂y/s,  ∂v = −½ (Σ ∂y/s ⊙ y)/s */
static Node *derive_standardized(Graph *g, Node *node, int input, Node *dy)
{
    Node *variance = node->inputs[2], *scaled = over_deviation(g, dy, variance);
    if (input == 0)
        return scaled;
    if (input == 1)
        return matmul(g, scaled, number_node(g, cols_of(node), 1, -1));
    return multiply_by(g, over_deviation(g, row_dots(g, scaled, node), variance),
                       number_node(g, 1, 1, -0.5));
}

/* A difference and a division per cell. */
ON_THREE(standardize, "standardize", "({1} − {2*})/√({3} + 0.00001)", explain_standardized,
         forward_standardized, backward_standardized, .derive = derive_standardized, .steps = 2,
         .shapes = "nm,n1,n1>nm", .fills = true);
