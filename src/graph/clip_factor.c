#include "graph/ops.h"

static void forward(Node *node)
{
    double limit = node->parameter.told.number;
    for (size_t i = 0; i < tensor_size(node->value); i++) {
        double norm = (double)node->inputs[0]->value.data[i];
        node->value.data[i] = norm > limit ? (real)(limit / norm) : 1;
    }
}

static void explain(Explanation *e, Cell c)
{
    double limit = c.node->parameter.told.number;
    if ((double)at(c.node->inputs[0]->value, c.row, c.col) > limit) {
        explanation_begin(e, "# / {1}", limit);
        e->remark = "the limit over the norm";
    } else {
        explanation_begin(e, "1");
        e->remark = "the norm is within the limit: nothing is clipped";
    }
}

static const Op op = {"clip_factor", "min(1, %g/{1*})", explain, forward, .steps = 1};

Node *clip_factor(Graph *g, Node *norms, double limit)
{
    CHECK(limit > 0, "a limit of %g", limit);
    Node model = {.op = &op, .parameter.told.number = limit};
    return graph_node(g, model, rows_of(norms), cols_of(norms), &norms, 1);
}
