#include "graph/ops.h"

static void forward(Node *node)
{
    const real *cards = node->inputs[0]->value.data;
    for (int j = 0; j < cols_of(node); j++)
        for (int i = 0; i < rows_of(node); i++)
            tensor_row(node->value, i)[j] = *cards++;
}

static void backward(Node *node)
{
    if (!node->inputs[0]->wants_grad)
        return;
    real *cards = node->inputs[0]->grad.data;
    for (int j = 0; j < cols_of(node); j++)
        for (int i = 0; i < rows_of(node); i++)
            *cards++ += at(node->grad, i, j);
}

static void explain(const Node *node, int row, int col, Explanation *e)
{
    explanation_copy(e, node->inputs[0], 0, col * rows_of(node) + row);
}

static Cost cost(const Node *node)
{
    return cost_elementwise(node, 0);
}

static const Op op = {"deal", forward, backward, explain, cost};

Node *deal(Graph *g, Node *cards, int players)
{
    CHECK(rows_of(cards) == 1 && players > 0 && cols_of(cards) % players == 0,
          "%d × %d dealt to %d", rows_of(cards), cols_of(cards), players);
    return graph_node(g, (Node){.op = &op}, players, cols_of(cards) / players, &cards, 1);
}
