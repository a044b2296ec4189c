#include "graph/ops.h"

static void forward(Node *node)
{
    const real *z = node->inputs[0]->value.data, *a = node->inputs[1]->value.data,
               *b = node->inputs[2]->value.data;
    for (size_t i = 0; i < tensor_size(node->value); i++)
        node->value.data[i] = z[i] * a[i] + (1 - z[i]) * b[i];
}

/* ∂Z += ∂C ⊙ (A − B),  ∂A += ∂C ⊙ Z,  ∂B += ∂C ⊙ (1 − Z) */
static void backward(Node *node)
{
    Node *z = node->inputs[0], *a = node->inputs[1], *b = node->inputs[2];
    const real *dc = node->grad.data;
    size_t size = tensor_size(node->value);
    for (size_t i = 0; z->wants_grad && i < size; i++)
        z->grad.data[i] += dc[i] * (a->value.data[i] - b->value.data[i]);
    for (size_t i = 0; a->wants_grad && i < size; i++)
        a->grad.data[i] += dc[i] * z->value.data[i];
    for (size_t i = 0; b->wants_grad && i < size; i++)
        b->grad.data[i] += dc[i] * (1 - z->value.data[i]);
}

static Node *derive(Graph *g, Node *node, int input, Node *dy)
{
    Node *z = node->inputs[0];
    Node *factors[] = {input ? z : subtract(g, node->inputs[1], node->inputs[2]), z,
                       input == 2 ? complement(g, z) : z};
    return chained(g, dy, factors[input]);
}

/* The axes of the gate z, with the kind of numbers of a and b. */
static void write(Graph *g, const Node *node, Writing *w)
{
    w->cols = writing_of(g, node->inputs[1])->cols;
}

/* Two products and the complement of z per cell. */
ON_THREE(interpolate, "interpolate", "{1*} ⊙ {2*} + (1 − {1}) ⊙ {3*}", NULL, forward, backward,
         .arithmetic = "{1} × {2} + (1 − {1}) × {3}", .derive = derive, .write = write, .steps = 3);
