#include "graph/node.h"

#include <string.h>

Graph *graph_new(Arena *arena)
{
    Graph *g = arena_alloc(arena, 1, sizeof *g);
    g->arena = arena;
    return g;
}

Graph *graph_of_shapes(Arena *arena)
{
    Graph *g = graph_new(arena);
    g->shapes_only = true;
    return g;
}

static void append(Graph *g, Node *node)
{
    g->nodes = arena_grow(g->arena, g->nodes, g->count, &g->capacity, sizeof(Node *));
    g->nodes[g->count++] = node;
}

Node *graph_node(Graph *g, Node model, int rows, int cols, Node *const *inputs, int input_count)
{
    Node *node = arena_alloc(g->arena, 1, sizeof *node);
    *node = model;
    node->input_count = input_count;
    node->inputs = arena_alloc(g->arena, (size_t)input_count, sizeof(Node *));
    for (int i = 0; i < input_count; i++) {
        node->inputs[i] = inputs[i];
        node->wants_grad |= inputs[i]->wants_grad;
    }
    if (node->op->forward && g->shapes_only) {
        node->value = (Tensor){.rows = rows, .cols = cols};
    } else if (node->op->forward) {
        node->value = tensor_new(g->arena, rows, cols);
        node->op->forward(node);
    }
    append(g, node);
    return node;
}

void graph_backward(Graph *g, Node *loss)
{
    CHECK(rows_of(loss) == 1 && cols_of(loss) == 1, "loss is %d × %d", rows_of(loss),
          cols_of(loss));
    for (int i = 0; i < g->count; i++)
        if (g->nodes[i]->wants_grad)
            g->nodes[i]->grad = tensor_new(g->arena, rows_of(g->nodes[i]), cols_of(g->nodes[i]));
    if (!loss->wants_grad)
        return;
    loss->grad.data[0] = 1;
    for (int i = g->count - 1; i >= 0; i--) {
        Node *node = g->nodes[i];
        if (node->wants_grad && node->op->backward)
            node->op->backward(node);
    }
}

void explain_arithmetic(const Node *node, int row, int col, Explanation *e)
{
    explanation_begin(e);
    for (const char *c = node->op->arithmetic; *c;) {
        size_t length = strcspn(c, "{");
        explanation_text(e, arena_strndup(e->arena, c, length));
        c += length;
        if (!*c)
            break;
        const Node *input = node->inputs[c[1] - '1'];
        explanation_cell(e, input, row % rows_of(input), col % cols_of(input));
        c += strlen("{1}");
    }
}

double node_cost(const Node *node)
{
    const Op *op = node->op;
    if (op->cost)
        return op->cost(node);
    double cells = (double)tensor_size(node->value), cost = cells * op->steps;
    if (op->input_steps)
        cost += op->input_steps * (double)tensor_size(node->inputs[0]->value);
    if (op->sums_products)
        cost += cells * cols_of(node->inputs[0]);
    return cost;
}
