#include "graph/ops.h"
#include "tensor/vector.h"

#include <math.h>

static real length_of(Tensor t, int row)
{
    return (real)sqrt((double)vector_dot(tensor_row(t, row), tensor_row(t, row), t.cols));
}

static void forward(Node *node)
{
    Tensor a = node->inputs[0]->value;
    for (int i = 0; i < a.rows; i++) {
        real length = length_of(a, i);
        for (int j = 0; length != 0 && j < a.cols; j++)
            tensor_row(node->value, i)[j] = at(a, i, j) / length;
    }
}

/* u = a/|a|:  ∂a += (∂u − (∂u·u) u) / |a| */
static void backward(Node *node)
{
    Node *a = node->inputs[0];
    for (int i = 0; a->wants_grad && i < rows_of(a); i++) {
        const real *u = tensor_row(node->value, i), *du = tensor_row(node->grad, i);
        real length = length_of(a->value, i);
        if (length == 0)
            continue;
        vector_add_scaled(tensor_row(a->grad, i), 1 / length, du, cols_of(a));
        vector_add_scaled(tensor_row(a->grad, i), -vector_dot(du, u, cols_of(a)) / length, u,
                          cols_of(a));
    }
}

/* The cell over the row's length: spelled out, then as a number. */
static void explain(const Node *node, int row, int col, Explanation *e)
{
    const Node *a = node->inputs[0];
    real length = length_of(a->value, row);
    explanation_begin(e);
    if (length == 0) {
        explanation_text(e, "0");
        e->remark = "a vector of zeros has no direction and stays zero";
        return;
    }
    explanation_cell(e, a, row, col);
    explanation_text(e, " / √(");
    explanation_dot(e, a, row, a, row);
    explanation_text(e, ")");
    explanation_begin(e);
    explanation_number(e, (double)at(a->value, row, col));
    explanation_text(e, " / ");
    explanation_number(e, (double)length);
    e->remark = "the divisor is the length of the row";
}

/* A square for the length, and a division. */
static const Op op = {"unit_rows", forward, backward, explain, .steps = 2, .formula = "{1!}/|{1}|"};

Node *unit_rows(Graph *g, Node *a)
{
    return graph_node(g, (Node){.op = &op}, rows_of(a), cols_of(a), &a, 1);
}
