#include "graph/ops.h"

static bool is_clipped(const Node *node, size_t i)
{
    return (double)node->inputs[0]->value.data[i] > node->parameter.limit;
}

static void forward(Node *node)
{
    const real *norms = node->inputs[0]->value.data;
    for (size_t i = 0; i < tensor_size(node->value); i++)
        node->value.data[i] =
            is_clipped(node, i) ? (real)(node->parameter.limit / (double)norms[i]) : 1;
}

/* f = C/x where x > C:  ∂x −= ∂f f/x */
static void backward(Node *node)
{
    Node *norms = node->inputs[0];
    for (size_t i = 0; i < tensor_size(node->value); i++)
        if (is_clipped(node, i))
            norms->grad.data[i] -= node->grad.data[i] * node->value.data[i] / norms->value.data[i];
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

static const Op op = {"clip_factor", NULL, explain, forward, backward, .steps = 1, .write = write};

Node *clip_factor(Graph *g, Node *norms, double limit)
{
    CHECK(limit > 0, "a limit of %g", limit);
    Node model = {.op = &op, .parameter.limit = limit};
    return graph_node(g, model, rows_of(norms), cols_of(norms), &norms, 1);
}
