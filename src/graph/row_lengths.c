#include "graph/ops.h"
#include "tensor/vector.h"

#include <math.h>

/* Summed in double: the squares of what float32 holds need not be in its range. */
static double length_of(Tensor a, int row)
{
    double sum = 0;
    for (int k = 0; k < a.cols; k++)
        sum += (double)at(a, row, k) * (double)at(a, row, k);
    return sqrt(sum);
}

static void forward(Node *node)
{
    for (int i = 0; i < rows_of(node); i++)
        node->value.data[i] = (real)length_of(node->inputs[0]->value, i);
}

/* cᵢ = |aᵢ|:  ∂aᵢ += ∂cᵢ aᵢ/|aᵢ|; a vector of zeros gets nothing */
static void backward(Node *node)
{
    Node *a = node->inputs[0];
    for (int i = 0; a->wants_grad && i < rows_of(a); i++)
        if (node->value.data[i] != 0)
            vector_add_scaled(tensor_row(a->grad, i), node->grad.data[i] / node->value.data[i],
                              tensor_row(a->value, i), cols_of(a));
}

/* √(a₁ × a₁ + a₂ × a₂ + …), then √ of the sum. */
static void explain(const Node *node, int row, int col, Explanation *e)
{
    (void)col;
    const Node *a = node->inputs[0];
    double length = length_of(a->value, row);
    if (cols_of(a) <= EXPLAINED_TERMS) {
        explanation_begin(e);
        explanation_text(e, "√(");
        explanation_dot(e, a, row, a, row);
        explanation_text(e, ")");
    }
    explanation_begin(e);
    explanation_text(e, "√");
    explanation_number(e, length * length);
}

static const Op op = {
    "row_lengths",          forward, backward, explain, .sums_products = true, .formula = "|{1}|",
    .write = write_for_rows};

Node *row_lengths(Graph *g, Node *a)
{
    return graph_node(g, (Node){.op = &op}, rows_of(a), 1, &a, 1);
}
