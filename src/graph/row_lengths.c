#include "graph/ops.h"

/* Summed in double: the square of a float32 may be outside its range. */
static double length_of(const real *x, int n)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += (double)x[k] * (double)x[k];
    return sqrt(sum);
}

FORWARD_BY_ROW(length_of(x, n))

/* √(a₁ × a₁ + a₂ × a₂ + …), then √ of the sum. */
static void explain(Explanation *e, Cell c)
{
    Tensor a = c.node->inputs[0]->value;
    double length = length_of(tensor_row(a, c.row), a.cols);
    if (a.cols <= EXPLAINED_TERMS)
        explanation_begin(e, "√({1}·{1})");
    explanation_begin(e, "√#", length * length);
}

ON_ONE(row_lengths, "row_lengths", "|{1}|", .explain = explain, .sums_products = true,
       .shapes = "nm>n1", .kind = VALUE_SIZE, .rows.forward = forward);
