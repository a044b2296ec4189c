#include "graph/ops.h"

/* Pretrained models have it, and are not trained here: nothing is learned through it. */

/* Φ(x), the distribution function of the standard normal distribution. */
static double normal_below(double x)
{
    return (1 + portable_erf(x / M_SQRT2)) / 2;
}

FORWARD_BY((real)((double)x[i] * normal_below((double)x[i])))

static void explain(Explanation *e, Cell c)
{
    double x = (double)at(c.node->inputs[0]->value, c.row, c.col);
    explanation_begin(e, "{1} × #", normal_below(x));
    e->remark = "the part of a normal distribution that lies below that number";
}

/* Per cell: the argument, Φ of it, and their product. */
ON_ONE(gelu, "gelu", "GELU({1})", explain, .rows = {forward, .as_one = true}, .steps = 3);

/* ---- the approximation by tanh ---- */

static const double RATE = M_SQRT1_2 * M_2_SQRTPI; /* √(2/π) */

/* x (1 + tanh z)/2 with tanh z = 1 − 2/(exp(2z) + 1), z = √(2/π)(x + 0.044715x³) */
static void forward_tanh(real *y, const real *x, int n)
{
    for (int i = 0; i < n; i++) {
        double v = (double)x[i], z = RATE * (v + 0.044715 * v * v * v);
        y[i] = (real)(v * (1 + (1 - 2 / (portable_exp(2 * z) + 1))) / 2);
    }
}

static void explain_tanh(Explanation *e, UNUSED Cell c)
{
    explanation_begin(e, "{1} × (1 + tanh(# × ({1} + 0.044715 × {1}^3))) / 2", RATE);
    e->remark = "the first factor in brackets is √(2/π)";
}

/* Per cell: four products, a cube of two, two sums, and tanh as two steps. */
ON_ONE(gelu_tanh, "gelu_tanh", "GELU_{tanh}({1})", explain_tanh,
       .rows = {forward_tanh, .as_one = true}, .steps = 10);
