#include "graph/ops.h"

/* Each row over its length, or over its sum. */
static const Op shares_op;

static real length_of(const real *x, int n)
{
    return (real)sqrt((double)vector_dot(x, x, n));
}

static void divide(real *y, const real *x, int n, real divisor)
{
    for (int j = 0; j < n; j++)
        y[j] = divisor != 0 ? x[j] / divisor + 0 : 0; /* + 0: never −0 */
}

static void divide_by_length(real *y, const real *x, int n)
{
    divide(y, x, n, length_of(x, n));
}

static void divide_by_sum(real *y, const real *x, int n)
{
    divide(y, x, n, vector_sum(x, n));
}

/* The cell over the divisor: spelled out, then as a number. */
static void explain(Explanation *e, Cell c)
{
    const Node *a = c.node->inputs[0];
    const real *x = tensor_row(a->value, c.row);
    bool by_sum = c.node->op == &shares_op;
    real divisor = by_sum ? vector_sum(x, cols_of(a)) : length_of(x, cols_of(a));
    e->remark =
        by_sum ? "the divisor is the sum of the row" : "the divisor is the length of the row";
    if (divisor == 0) {
        explanation_begin(e, "0");
        e->remark = "a row of zeros stays zero: 0/0 is no number";
        return;
    }
    explanation_begin(e, by_sum ? "{1} / (Σ{1})" : "{1} / √({1}·{1})");
    explanation_begin(e, "# / #", (double)x[c.col], (double)divisor);
}

/* A square or a term of the divisor, and a division. */
static const Op unit_op = {"unit_rows", "{1!}/|{1}|", explain, .rows.forward = divide_by_length,
                           .steps = 2};
static const Op shares_op = {"row_shares",
                             "{1!}_{ij}/Σ_j {1!}_{ij}",
                             explain,
                             .turned_formula = "{1!}_{ij}/Σ_i {1!}_{ij}",
                             .rows.forward = divide_by_sum,
                             .steps = 2,
                             .kind = VALUE_FRACTION};

Node *unit_rows(Graph *g, Node *a)
{
    return graph_node(g, (Node){.op = &unit_op}, rows_of(a), cols_of(a), &a, 1);
}

Node *row_shares(Graph *g, Node *a)
{
    return graph_node(g, (Node){.op = &shares_op}, rows_of(a), cols_of(a), &a, 1);
}
