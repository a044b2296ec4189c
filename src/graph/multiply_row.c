#include "graph/ops.h"

static void forward(Node *node)
{
    const real *b = node->inputs[1]->value.data;
    for (int i = 0; i < rows_of(node); i++) {
        const real *a = tensor_row(node->inputs[0]->value, i);
        real *c = tensor_row(node->value, i);
        for (int j = 0; j < cols_of(node); j++)
            c[j] = a[j] * b[j];
    }
}

/* dx += dy ⊙ factor, over n numbers that do not overlap */
static void add_product(real *restrict dx, const real *restrict dy, const real *restrict factor,
                        int n)
{
    for (int j = 0; j < n; j++)
        dx[j] += dy[j] * factor[j];
}

/* ∂A += ∂C ⊙ b in each row;  ∂b += the sum of the rows of ∂C ⊙ A */
static void backward(Node *node)
{
    Node *a = node->inputs[0], *b = node->inputs[1];
    for (int i = 0; i < rows_of(node); i++) {
        const real *dc = tensor_row(node->grad, i);
        if (a->wants_grad)
            add_product(tensor_row(a->grad, i), dc, b->value.data, cols_of(node));
        if (b->wants_grad)
            add_product(b->grad.data, dc, tensor_row(a->value, i), cols_of(node));
    }
}

static const Op op = {"multiply_row",
                      forward,
                      backward,
                      explain_arithmetic,
                      .arithmetic = "{1} × {2}",
                      .steps = 1,
                      .formula = "{1*} ⊙ {2*}"};

Node *multiply_row(Graph *g, Node *a, Node *b)
{
    CHECK(rows_of(b) == 1 && cols_of(b) == cols_of(a), "%d × %d times each row of %d × %d",
          rows_of(b), cols_of(b), rows_of(a), cols_of(a));
    return graph_node(g, (Node){.op = &op}, rows_of(a), cols_of(a), (Node *[]){a, b}, 2);
}
