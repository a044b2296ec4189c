#include "graph/ops.h"

/* The steps of a softmax after its exponentials: their sum, and the division. */

FORWARD_BY_ROW(vector_sum(x, n))

static void backward(real *dx, const real *dy, const real *y, const real *x, int n)
{
    (void)x, (void)y;
    for (int j = 0; j < n; j++)
        dx[j] += *dy;
}

ON_ONE(row_totals, "row_totals", "Σ_j {1!}[i, j]", .arithmetic = "Σ{1}", .input_steps = 1,
       .shapes = "nm>n1", .rows.forward = forward, .rows.backward = backward);

static void forward_division(Node *node)
{
    Tensor a = node->inputs[0]->value, by = node->inputs[1]->value;
    for (int i = 0; i < a.rows; i++)
        vector_divide(tensor_row(node->value, i), tensor_row(a, i), at(by, i, 0), a.cols);
}

/* c = a/b:  ∂a += ∂c / b,  ∂b −= ∂c c / b */
static void backward_division(Node *node)
{
    Node *a = node->inputs[0], *by = node->inputs[1];
    for (int i = 0; i < rows_of(a); i++)
        for (int j = 0; j < cols_of(a); j++) {
            real share = at(node->grad, i, j) / at(by->value, i, 0);
            if (a->wants_grad)
                tensor_row(a->grad, i)[j] += share;
            if (by->wants_grad)
                by->grad.data[i] -= share * at(node->value, i, j);
        }
}

ON_TWO(divide_rows, "divide_rows", "{1*}/{2*}", NULL, forward_division, backward_division,
       .arithmetic = "{1} / {2}", .shapes = "nm,n1>nm", .fills = true, .steps = 1, .by_rows = true);
