#include "graph/ops.h"

static void forward(real *y, const real *x, int n)
{
    vector_scale(y, x, -1, n);
    vector_exp(y, y, 0, n);
    for (int i = 0; i < n; i++)
        y[i] = 1 / (1 + y[i]);
}

/* y = σ(x):  ∂x += ∂y y (1 − y) */
BACKWARD_BY_SLOPE(y[i] * (1 - y[i]))

DERIVE_BY(chained(g, dy, multiply(g, node, complement(g, node))))

/* An exponential, a sum and a quotient per cell. */
ON_ONE(sigmoid, "sigmoid", "σ({1})", .rows.forward = forward, .kind = VALUE_FRACTION,
       .rows.as_one = true, .steps = 3, .rows.backward = backward,
       .arithmetic = "1 / (1 + exp(−{1}))", .derive = derive);
