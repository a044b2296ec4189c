#include "graph/ops.h"

static void explain(Explanation *e, Cell c)
{
    e->given = c.node->parameter.given;
}

static const Op op = {.name = "leaf", .explain = explain};

Node *constant(Graph *g, Tensor value, const char *given)
{
    Node model = {.op = &op, .value = value, .parameter.given = given};
    return graph_node(g, model, value.rows, value.cols, NULL, 0);
}

Node *parameter(Graph *g, Tensor value, const char *given)
{
    Node *node = constant(g, value, given);
    node->wants_grad = true;
    return node;
}
