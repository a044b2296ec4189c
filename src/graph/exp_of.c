#include "graph/ops.h"

static void forward(real *y, const real *x, int n)
{
    vector_exp(y, x, 0, n);
}

/* y = eˣ:  ∂x += ∂y y */
static void backward(real *dx, const real *dy, const real *y, const real *x, int n)
{
    (void)x;
    for (int i = 0; i < n; i++)
        dx[i] += dy[i] * y[i];
}

ON_ONE(exp_of, "exp", "exp({1})", .steps = 1, .rows = {forward, backward, .as_one = true},
       .kind = VALUE_SIZE);
