#include "graph/ops.h"

/* Avoids dividing by zero in a row of equal numbers. */
static const double EPSILON = 1e-5;

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
    return (Moments){mean, (real)sqrt(squares / n + EPSILON)};
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

/* √(variance + ε) of a row; the variance is the last input, ε the parameter. */
static real row_deviation(const Node *node, int row)
{
    double variance = (double)node->inputs[node->input_count - 1]->value.data[row];
    return (real)sqrt(variance + node->parameter.told.number);
}

/* The mean of a row, where it is taken off. */
static Node *mean_taken(const Node *node)
{
    return node->input_count == 3 ? node->inputs[1] : NULL;
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

static void forward_divided(Node *node)
{
    for (int i = 0; i < rows_of(node); i++)
        vector_add_scaled(tensor_row(node->value, i), 1 / row_deviation(node, i),
                          tensor_row(node->inputs[0]->value, i), cols_of(node));
}

/* y = (x − μ)/s, s = √(v + ε):  ∂x += ∂y/s,  ∂μ −= Σ ∂y/s,  ∂v −= Σ ∂y y/(2s²) */
static void backward_divided(Node *node)
{
    Node *a = node->inputs[0], *mean = mean_taken(node);
    Node *variance = node->inputs[node->input_count - 1];
    int n = cols_of(node);
    for (int i = 0; i < rows_of(node); i++) {
        const real *y = tensor_row(node->value, i), *dy = tensor_row(node->grad, i);
        real s = row_deviation(node, i);
        if (a->wants_grad)
            vector_add_scaled(tensor_row(a->grad, i), 1 / s, dy, n);
        if (mean && mean->wants_grad)
            mean->grad.data[i] -= vector_sum(dy, n) / s;
        if (variance->wants_grad)
            variance->grad.data[i] -= vector_dot(dy, y, n) / (2 * s * s);
    }
}

/* With the variance in full under the root, then with the root evaluated. */
static void explain_divided(Explanation *e, Cell c)
{
    Node **inputs = c.node->inputs, *mean = mean_taken(c.node);
    const char *epsilon = told_number(e->arena, c.node);
    real above = at(inputs[0]->value, c.row, c.col);
    const char *form = mean ? "({1} − {2}) / √({3} + %s)" : "{1} / √({2} + %s)";
    explanation_begin(e, arena_format(e->arena, form, epsilon));
    explanation_begin(e, "# / #", (double)(mean ? above - at(mean->value, c.row, 0) : above),
                      (double)row_deviation(c.node, c.row));
    e->remark = arena_format(e->arena, "%s keeps a row of %s from dividing by zero", epsilon,
                             mean ? "equal numbers" : "zeros");
}

/* ∂x = ∂y/s,  ∂μ = −Σ ∂y/s,  ∂v = −½ (Σ ∂y/s ⊙ y)/s */
static Node *derive_divided(Graph *g, Node *node, int input, Node *dy)
{
    Node *variance = node->inputs[node->input_count - 1];
    double epsilon = node->parameter.told.number;
    Node *scaled = divide_by_deviation(g, dy, variance, epsilon);
    if (input == 0)
        return scaled;
    if (input == 1 && mean_taken(node))
        return matmul(g, scaled, number_node(g, cols_of(node), 1, -1));
    return multiply_by(g, divide_by_deviation(g, row_dots(g, scaled, node), variance, epsilon),
                       number_node(g, 1, 1, -0.5));
}

static const Op divided_op = {
    "divide_by_deviation", "{1*}/√({2} + %g)", explain_divided, forward_divided,
    backward_divided,      derive_divided,     .steps = 1,      .shapes = "nm,n1>nm"};

/* A difference and a division per cell. */
static const Op standard_op = {"standardize",        "({1} − {2*})/√({3} + %g)", explain_divided,
                               forward_standardized, backward_divided,           derive_divided,
                               .steps = 2,           .shapes = "nm,n1,n1>nm",    .fills = true};

static Node *divided(Graph *g, const Op *op, Node *const *inputs, int count, double epsilon)
{
    double told = epsilon > 0 ? epsilon : EPSILON;
    return node_of_shapes(g, (Node){.op = op, .parameter.told.number = told}, inputs, count);
}

Node *standardize(Graph *g, Node *a, Node *mean, Node *variance, double epsilon)
{
    return divided(g, &standard_op, (Node *[]){a, mean, variance}, 3, epsilon);
}

Node *divide_by_deviation(Graph *g, Node *a, Node *variance, double epsilon)
{
    return divided(g, &divided_op, (Node *[]){a, variance}, 2, epsilon);
}
