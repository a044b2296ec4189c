#include "graph/ops.h"

static void forward(Node *node)
{
    double limit = node->parameter.limit;
    for (size_t i = 0; i < tensor_size(node->value); i++) {
        double norm = (double)node->inputs[0]->value.data[i];
        node->value.data[i] = norm > limit ? (real)(limit / norm) : 1;
    }
}

static void explain(Explanation *e, Cell c)
{
    Cell norm = {c.node->inputs[0], c.row, c.col};
    if ((double)at(norm.node->value, c.row, c.col) > c.node->parameter.limit) {
        explanation_begin(e, "# / @", c.node->parameter.limit, norm);
        e->remark = "the limit over the norm";
    } else {
        explanation_begin(e, "1");
        e->remark = "the norm is within the limit: nothing is clipped";
    }
}

static void write(Graph *g, const Node *node, Writing *w)
{
    const char *template = arena_format(g->arena, "min(1, %g/{1*})", node->parameter.limit);
    w->formula = formula_filled(g, node, template);
}

static const Op op = {"clip_factor", NULL, explain, forward, .steps = 1, .write = write};

Node *clip_factor(Graph *g, Node *norms, double limit)
{
    CHECK(limit > 0, "a limit of %g", limit);
    Node model = {.op = &op, .parameter.limit = limit};
    return graph_node(g, model, rows_of(norms), cols_of(norms), &norms, 1);
}
