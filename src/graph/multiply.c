#include "graph/ops.h"

static void forward(Node *node)
{
    const real *a = node->inputs[0]->value.data, *b = node->inputs[1]->value.data;
    for (size_t i = 0; i < tensor_size(node->value); i++)
        node->value.data[i] = a[i] * b[i];
}

/* ∂A += ∂C ⊙ B,  ∂B += ∂C ⊙ A */
static void backward(Node *node)
{
    const real *dc = node->grad.data;
    for (int k = 0; k < 2; k++) {
        Node *a = node->inputs[k], *b = node->inputs[1 - k];
        if (a->wants_grad)
            for (size_t i = 0; i < tensor_size(node->value); i++)
                a->grad.data[i] += dc[i] * b->value.data[i];
    }
}

static bool is_share(ValueKind kind)
{
    return kind == VALUE_PROBABILITY || kind == VALUE_FRACTION;
}

/* The product of two fractions is one, but its rows do not sum to 1. */
static void write(Graph *g, const Node *node, Writing *w)
{
    bool both = is_share(writing_of(g, node->inputs[0])->kind) &&
                is_share(writing_of(g, node->inputs[1])->kind);
    w->kind = both ? VALUE_FRACTION : VALUE_SIGNED;
}

static const Op op = {"multiply",
                      forward,
                      backward,
                      explain_arithmetic,
                      .arithmetic = "{1} × {2}",
                      .steps = 1,
                      .formula = "{1*} ⊙ {2*}",
                      .write = write};

Node *multiply(Graph *g, Node *a, Node *b)
{
    CHECK(same_shape(a->value, b->value), "%d × %d times %d × %d", rows_of(a), cols_of(a),
          rows_of(b), cols_of(b));
    return graph_node(g, (Node){.op = &op}, rows_of(a), cols_of(a), (Node *[]){a, b}, 2);
}
