#include "graph/ops.h"

static void take_row(double *sums, const real *x, int row, UNUSED int n)
{
    *sums += (double)x[row];
}

FORWARD_BY_CELLS(forward, *node->sums / rows_of(node->inputs[0]))

static void explain(Explanation *e, Cell c)
{
    const Node *a = c.node->inputs[0];
    explanation_begin(e, "(");
    for (int i = 0; i < rows_of(a); i++)
        explanation_add(e, " + @", (Cell){a, i, i});
    explanation_add(e, ") / %d", rows_of(a));
}

COST_BY(rows_of(node->inputs[0]))

/* The mean of fractions is a fraction. */
static void write(Graph *g, const Node *node, Writing *w)
{
    ValueKind kind = writing_of(g, node->inputs[0])->kind;
    w->kind = is_weight_kind(kind) ? VALUE_FRACTION : VALUE_SIGNED;
}

ON_ONE(diagonal_mean, "diagonal_mean", "tr({1})/n", explain, forward, .cost = cost, .write = write,
       .shapes = "nm>11", .take_row = take_row);
