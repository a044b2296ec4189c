#include "graph/ops.h"

/* c is a minus the mean of each row: the sums of its n columns, and behind them Σᵢⱼ cᵢⱼ². */
FOR_EACH_PROCESSOR
static void take_row(double *sums, const real *x, UNUSED int row, int n)
{
    real mean = vector_sum(x, n) / (real)n;
    for (int j = 0; j < n; j++)
        sums[j] += (double)(x[j] - mean);
    sums[n] += vector_sums(x, mean, n).squares;
}

/* The mean of a column of c. */
static double mean_of(const Node *node, int col)
{
    return node->sums[col] / rows_of(node->inputs[0]);
}

/* What the rows have in common: n Σⱼ c̄ⱼ² */
static double common(const Node *node)
{
    double sum = 0;
    for (int j = 0; j < cols_of(node->inputs[0]); j++)
        sum += rows_of(node->inputs[0]) * mean_of(node, j) * mean_of(node, j);
    return sum;
}

static void forward(Node *node)
{
    double all = node->sums[cols_of(node->inputs[0])];
    node->value.data[0] = (real)(all > 0 ? common(node) / all : 1);
}

static void explain(Explanation *e, Cell c)
{
    const Node *a = c.node->inputs[0];
    double all = c.node->sums[cols_of(a)];
    if (explained_as_constant(e, !(all > 0), "nothing differs within a row"))
        return;
    if (cols_of(a) <= EXPLAINED_TERMS) {
        explanation_begin(e, "%d × (", rows_of(a));
        for (int j = 0; j < cols_of(a); j++)
            explanation_add(e, " + #^2", mean_of(c.node, j));
        explanation_add(e, ") / #", all);
    }
    explanation_begin(e, "# / #", common(c.node), all);
    e->remark = "each row less its mean: the squares of its columns' means, once for every row, "
                "over the squares of all cells";
}

/* Per cell: subtracting the row's mean, the column's sum, two squares. */
ON_ONE(rows_alike, "rows_alike", "n Σ_j c̄_j²/Σ_{ij} c_{ij}², c = {1} − mean_j", explain, forward,
       .input_steps = 5, .shapes = "nm>11", .take_row = take_row);
