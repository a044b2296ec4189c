#include "graph/ops.h"

/* Each row divided by its length, or by its sum. */
static const Op row_shares_op;

static real divisor_of(const Node *node, int row)
{
    Tensor a = node->inputs[0]->value;
    const real *x = tensor_row(a, row);
    return node->op == &row_shares_op ? vector_sum(x, a.cols)
                                      : (real)sqrt((double)vector_dot(x, x, a.cols));
}

static void forward(Node *node)
{
    for (int i = 0; i < rows_of(node); i++) {
        const real *x = tensor_row(node->inputs[0]->value, i);
        real *y = tensor_row(node->value, i), divisor = divisor_of(node, i);
        for (int j = 0; j < cols_of(node); j++)
            y[j] = divisor != 0 ? x[j] / divisor + 0 : 0; /* + 0 turns −0 into 0 */
    }
}

/* The cell over the divisor in full, then as a number. */
static void explain(Explanation *e, Cell c)
{
    bool by_sum = c.node->op == &row_shares_op;
    real divisor = divisor_of(c.node, c.row);
    e->remark =
        by_sum ? "the divisor is the sum of the row" : "the divisor is the length of the row";
    if (explained_as_constant(e, divisor == 0, "the divisor is 0: x/0 is no number, and here 0"))
        return;
    explanation_begin(e, by_sum ? "{1} / (Σ{1})" : "{1} / √({1}·{1})");
    explanation_begin(e, "# / #", (double)at(c.node->inputs[0]->value, c.row, c.col),
                      (double)divisor);
}

/* Per cell: a term of the divisor, and a division. */
ON_ONE(unit_rows, "unit_rows", "{1!}/|{1}|", explain, forward, .steps = 2, .by_rows = true);

ON_ONE(row_shares, "row_shares", "{1!}_{ij}/Σ_j {1!}_{ij}", explain, forward,
       .turned_formula = "{1!}_{ij}/Σ_i {1!}_{ij}", .steps = 2, .kind = VALUE_FRACTION,
       .by_rows = true);
