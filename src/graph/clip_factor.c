#include "graph/ops.h"

/* Of a norm of 0 the quotient is ∞. */
FORWARD_BY_CELLS(forward, fmin(1, node->parameter.told.number /
                                      (double)at(node->inputs[0]->value, row, col)))

static void explain(Explanation *e, Cell c)
{
    double limit = c.node->parameter.told.number;
    bool is_within = !((double)at(c.node->inputs[0]->value, c.row, c.col) > limit);
    if (explained_as_constant(e, is_within, "the norm is within the limit: nothing is clipped"))
        return;
    explanation_begin(e, "# / {1}", limit);
    e->remark = "the limit over the norm";
}

static const Op op = {"clip_factor", "min(1, %g/{1*})", explain, forward, .steps = 1};

Node *clip_factor(Graph *g, Node *norms, double limit)
{
    CHECK(limit > 0, "a limit of %g", limit);
    return node_of_shapes(g, (Node){.op = &op, .parameter.told.number = limit}, &norms, 1);
}
