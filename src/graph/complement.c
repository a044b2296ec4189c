#include "graph/ops.h"

static void forward(real *y, const real *x, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 1 - x[i];
}

ON_ONE(complement, "complement", "1 − {1*}", .rows = {forward, .as_one = true}, .steps = 1);
