#include "graph/ops.h"

static void forward(real *y, const real *x, int n)
{
    vector_exp(y, x, 0, n);
}

/* y = eˣ:  ∂x += ∂y y */
BACKWARD_BY_SLOPE(y[i])

ON_ONE(exp_of, "exp", "exp({1})", .steps = 1, .rows = {forward, backward, .as_one = true},
       .kind = VALUE_SIZE);
