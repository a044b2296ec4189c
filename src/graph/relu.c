#include "graph/ops.h"

FORWARD_BY(x[i] > 0 ? x[i] : 0)

/* ∂x += ∂y where x > 0 */
static void backward(real *dx, const real *dy, UNUSED const real *y, const real *x, int n)
{
    for (int i = 0; i < n; i++) {
        real slope = dy[i]; /* read unconditionally, so that the loop has no branch */
        dx[i] += x[i] > 0 ? slope : 0;
    }
}

/* ---- derivative ---- */

FORWARD_BY_CELLS(forward_slope, at(node->inputs[1]->value, row, col) > 0
                                    ? at(node->inputs[0]->value, row, col)
                                    : 0)

static void explain_slope(Explanation *e, Cell c)
{
    Cell y = {c.node->inputs[1], c.row, c.col};
    if (at(y.node->value, c.row, c.col) > 0) {
        explanation_copy(e, (Cell){c.node->inputs[0], c.row, c.col});
        e->remark = "what relu let through goes back as it is";
        return;
    }
    explanation_begin(e, "0");
    explanation_use(e, y);
    e->remark = "relu gave 0 here, and a 0 that it gave does not move";
}

static Node *relu_slope(Graph *g, Node *dy, Node *y);
ON_TWO(relu_slope, "relu_slope", "{1*} ⊙ [{2} > 0]", explain_slope, forward_slope, .steps = 1);

DERIVE_BY(relu_slope(g, dy, node))

ON_ONE(relu, "relu", "max(0, {1})", .rows = {forward, backward, .as_one = true}, .steps = 1,
       .derive = derive);
