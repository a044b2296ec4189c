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

static void forward_mask(Node *node)
{
    hide_outside(node->value, node->first_row, node->parameter.window);
}

static const Op mask_op = {
    .name = "leaf", .explain = explain, .forward = forward_mask, .by_rows = true, .is_leaf = true};

Node *window_mask(Graph *g, int queries, int keys, Window window, const char *given)
{
    Node model = {.op = &mask_op, .parameter = {.given = given, .window = window}};
    return graph_node(g, model, queries, keys, NULL, 0);
}

FOR_EACH_PROCESSOR
static void forward_seen(Node *node)
{
    Tensor mask = node->inputs[0]->value;
    for (int i = 0; i < rows_of(node); i++) {
        const real *hides = tensor_row(mask, i % mask.rows);
        real *seen = tensor_row(node->value, i);
        for (int j = 0; j < mask.cols; j++)
            seen[j] = hides[j] == 0;
    }
}

static const Op seen_op = {
    .name = "leaf", .explain = explain, .forward = forward_seen, .by_rows = true, .is_leaf = true};

Node *seen_cells(Graph *g, Node *mask, int times)
{
    Node model = {.op = &seen_op, .parameter.given = "1 where M is 0"};
    CHECK(times == 1 || !g->rooms, "the mask of %d sentences by rows", times);
    return graph_node(g, model, rows_of(mask) * times, cols_of(mask), &mask, 1);
}

/* ---- what is learned ---- */

Node *parameter(Graph *g, Tensor value, const char *given)
{
    Node *node = constant(g, value, given);
    node->wants_grad = true;
    return node;
}
