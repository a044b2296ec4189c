#include "graph/ops.h"

static void forward(real *y, const real *x, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] > 0 ? x[i] : 0;
}

/* ∂x += ∂y where x > 0 */
static void backward(real *dx, const real *dy, const real *y, const real *x, int n)
{
    (void)y;
    for (int i = 0; i < n; i++) {
        real slope = dy[i]; /* read in any case: then the loop has no branch */
        dx[i] += x[i] > 0 ? slope : 0;
    }
}

static const Op op = {"relu", "max(0, {1})", .rows = {forward, backward, .as_one = true},
                      .steps = 1};

Node *relu(Graph *g, Node *a)
{
    return graph_node(g, (Node){.op = &op}, rows_of(a), cols_of(a), &a, 1);
}
