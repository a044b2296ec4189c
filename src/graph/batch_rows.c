#include "graph/ops.h"

static void forward(Node *node)
{
    const real *numbers = node->inputs[0]->value.data;
    for (int j = 0; j < cols_of(node); j++)
        for (int i = 0; i < rows_of(node); i++)
            tensor_row(node->value, i)[j] = *numbers++;
}

static void backward(Node *node)
{
    if (!node->inputs[0]->wants_grad)
        return;
    real *numbers = node->inputs[0]->grad.data;
    for (int j = 0; j < cols_of(node); j++)
        for (int i = 0; i < rows_of(node); i++)
            *numbers++ += at(node->grad, i, j);
}

static void explain(const Node *node, int row, int col, Explanation *e)
{
    explanation_copy(e, node->inputs[0], 0, col * rows_of(node) + row);
}

static const Op op = {"batch_rows", forward,          backward,
                      explain,      .formula = "{1}", .write = write_same_kind};

Node *batch_rows(Graph *g, Node *numbers, int sentences)
{
    CHECK(rows_of(numbers) == 1 && sentences > 0 && cols_of(numbers) % sentences == 0,
          "%d × %d in a batch of %d", rows_of(numbers), cols_of(numbers), sentences);
    return graph_node(g, (Node){.op = &op}, sentences, cols_of(numbers) / sentences, &numbers, 1);
}
