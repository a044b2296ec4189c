#include "graph/ops.h"

/* Φ(x), the distribution function of the standard normal distribution. */
static double normal_below(double x)
{
    return (1 + portable_erf(x / M_SQRT2)) / 2;
}

static void forward(real *y, const real *x, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = (real)((double)x[i] * normal_below((double)x[i]));
}

/* ∂x += ∂y (Φ(x) + x φ(x)),  φ(x) = exp(−x²/2)/√(2π) */
static double slope(double x)
{
    return normal_below(x) + x * portable_exp(-x * x / 2) * M_SQRT1_2 * M_2_SQRTPI / 2;
}

BACKWARD_BY_SLOPE((real)slope((double)x[i]))

static void explain(Explanation *e, Cell c)
{
    double x = (double)at(c.node->inputs[0]->value, c.row, c.col);
    explanation_begin(e, "{1} × #", normal_below(x));
    e->remark = "the part of a normal distribution that lies below that number";
}

/* Per cell: the argument, Φ of it, and their product. */
ON_ONE(gelu, "gelu", "GELU({1})", explain, .rows = {forward, backward, .as_one = true}, .steps = 3);

/* ---- the approximation by tanh ---- */

static const double CUBE = 0.044715;

static double rate(void)
{
    return M_SQRT1_2 * M_2_SQRTPI; /* √(2/π) */
}

/* tanh z = 1 − 2/(exp(2z) + 1), z = √(2/π)(x + 0.044715x³) */
static double bend(double x)
{
    return 1 - 2 / (portable_exp(2 * rate() * (x + CUBE * x * x * x)) + 1);
}

static void forward_tanh(real *y, const real *x, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = (real)((double)x[i] * (1 + bend((double)x[i])) / 2);
}

/* ∂x += ∂y (½(1 + t) + ½x(1 − t²)√(2/π)(1 + 3 · 0.044715x²)),  t = tanh z */
static double slope_tanh(double x)
{
    double t = bend(x);
    return (1 + t + x * (1 - t * t) * rate() * (1 + 3 * CUBE * x * x)) / 2;
}

static void backward_tanh(real *dx, const real *dy, const real *y, const real *x, int n)
{
    (void)y;
    for (int i = 0; i < n; i++)
        dx[i] += dy[i] * (real)slope_tanh((double)x[i]);
}

static void explain_tanh(Explanation *e, Cell c)
{
    (void)c;
    explanation_begin(e, "{1} × (1 + tanh(# × ({1} + 0.044715 × {1}^3))) / 2", rate());
    e->remark = "0.797885 is √(2/π)";
}

/* Per cell: a cube of two products, two sums, tanh as two steps, and two products. */
ON_ONE(gelu_tanh, "gelu_tanh", "GELU_{tanh}({1})", explain_tanh,
       .rows = {forward_tanh, backward_tanh, .as_one = true}, .steps = 8);
