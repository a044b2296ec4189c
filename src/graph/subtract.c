#include "graph/ops.h"
#include "tensor/vector.h"

static void forward(Node *node)
{
    const real *a = node->inputs[0]->value.data, *b = node->inputs[1]->value.data;
    for (size_t i = 0; i < tensor_size(node->value); i++)
        node->value.data[i] = a[i] - b[i];
}

/* ∂A += ∂C,  ∂B −= ∂C */
static void backward(Node *node)
{
    Node *a = node->inputs[0], *b = node->inputs[1];
    int size = (int)tensor_size(node->grad);
    if (a->wants_grad)
        vector_add_scaled(a->grad.data, 1, node->grad.data, size);
    if (b->wants_grad)
        vector_add_scaled(b->grad.data, -1, node->grad.data, size);
}

static void write(Graph *g, const Node *node, Writing *w)
{
    if (writing_of(g, node->inputs[0])->kind == VALUE_PROBABILITY &&
        writing_of(g, node->inputs[1])->kind == VALUE_PROBABILITY)
        w->kind = VALUE_DIFFERENCE;
}

static const Op op = {"subtract", "{1} − {2*}",  forward, backward, .arithmetic = "{1} − {2}",
                      .steps = 1, .write = write};

Node *subtract(Graph *g, Node *a, Node *b)
{
    CHECK(same_shape(a->value, b->value), "%d × %d minus %d × %d", rows_of(a), cols_of(a),
          rows_of(b), cols_of(b));
    return graph_node(g, (Node){.op = &op}, rows_of(a), cols_of(a), (Node *[]){a, b}, 2);
}
