#include "graph/ops.h"

static void explain(Explanation *e, Cell c)
{
    e->given = c.node->parameter.given;
}

static const Op op = {.name = "leaf", .explain = explain, .is_leaf = true};

Node *constant(Graph *g, Tensor value, const char *given)
{
    Node model = {.op = &op, .value = value, .parameter.given = given};
    return graph_node(g, model, value.rows, value.cols, NULL, 0);
}

/* ---- masks ---- */

const Window causal_window = {INT_MAX, 0, 0};

void hide_outside(Tensor mask, int first, Window window)
{
    for (int i = 0; i < mask.rows; i++) {
        real *row = tensor_row(mask, i);
        int query = first + i, seen = mask.cols - window.padding;
        int end = window.after < seen - query ? query + window.after + 1 : seen;
        for (int j = 0; j < query - window.before && j < end; j++)
            row[j] = -INFINITY;
        for (int j = end; j < mask.cols; j++)
            row[j] = -INFINITY;
    }
}

static void forward(Node *node)
{
    hide_outside(node->value, node->first_row, node->parameter.window);
}

static const Op mask_op = {
    .name = "leaf", .explain = explain, .forward = forward, .by_rows = true, .is_leaf = true};

Node *window_mask(Graph *g, int queries, int keys, Window window, const char *given)
{
    Node model = {.op = &mask_op, .parameter = {.given = given, .window = window}};
    return graph_node(g, model, queries, keys, NULL, 0);
}

/* ---- what is learned ---- */

Node *parameter(Graph *g, Tensor value, const char *given)
{
    Node *node = constant(g, value, given);
    node->wants_grad = true;
    return node;
}
