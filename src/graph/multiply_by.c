#include "graph/ops.h"

static void forward(Node *node)
{
    vector_scale(node->value.data, node->inputs[0]->value.data, node->inputs[1]->value.data[0],
                 (int)tensor_size(node->value));
}

/* ∂A += s ∂C,  ∂s += Σᵢⱼ Aᵢⱼ ∂Cᵢⱼ */
static void backward(Node *node)
{
    Node *a = node->inputs[0], *factor = node->inputs[1];
    int size = (int)tensor_size(node->grad);
    if (a->wants_grad)
        vector_add_scaled(a->grad.data, factor->value.data[0], node->grad.data, size);
    if (factor->wants_grad)
        factor->grad.data[0] += vector_dot(a->value.data, node->grad.data, size);
}

DERIVE_BY(input ? column_sums(g, row_dots(g, node->inputs[0], dy))
                : multiply_by(g, dy, node->inputs[1]))

ON_TWO(multiply_by, "multiply_by", "{1*} · {2*}", NULL, forward, backward,
       .arithmetic = "{1} × {2}", .steps = 1, .derive = derive, .shapes = "nm,11>nm", .fills = true,
       .by_rows = true, .write = write_cell_product);
