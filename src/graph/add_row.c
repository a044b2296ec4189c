#include "graph/ops.h"
#include "tensor/vector.h"

static int size_of(Tensor t)
{
    return (int)tensor_size(t);
}

/* The rows of b lie one after the other in memory, as the rows of a that they are added to: so
   many numbers at a time. */
static void forward(Node *node)
{
    Tensor a = node->inputs[0]->value, b = node->inputs[1]->value, c = node->value;
    for (int i = 0; i < a.rows; i += b.rows)
        for (int k = 0; k < size_of(b); k++)
            tensor_row(c, i)[k] = tensor_row(a, i)[k] + b.data[k];
}

/* ∂A += ∂C;  each row of B gathers the gradients of the rows that it was added to */
static void backward(Node *node)
{
    Node *a = node->inputs[0], *b = node->inputs[1];
    if (a->wants_grad)
        vector_add_scaled(a->grad.data, 1, node->grad.data, size_of(node->grad));
    if (b->wants_grad)
        for (int i = 0; i < rows_of(a); i += rows_of(b))
            vector_add_scaled(b->grad.data, 1, tensor_row(node->grad, i), size_of(b->grad));
}

static const Op op = {"add_row",
                      forward,
                      backward,
                      explain_arithmetic,
                      .arithmetic = "{1} + {2}",
                      .steps = 1,
                      .formula = "{1} + {2}"};

Node *add_row(Graph *g, Node *a, Node *b)
{
    CHECK(cols_of(a) == cols_of(b) && rows_of(b) > 0 && rows_of(a) % rows_of(b) == 0,
          "%d × %d on the rows of %d × %d", rows_of(b), cols_of(b), rows_of(a), cols_of(a));
    return graph_node(g, (Node){.op = &op}, rows_of(a), cols_of(a), (Node *[]){a, b}, 2);
}
