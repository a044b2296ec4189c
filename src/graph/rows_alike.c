#include "graph/ops.h"

/* common = n Σⱼ c̄ⱼ² and all = Σᵢⱼ cᵢⱼ², where c is a minus the mean of each row, and c̄ the column
   means of c. */
typedef struct Variances {
    double common, all;
} Variances;

/* Also writes c̄ to `means`, which are zeros at first. */
FOR_EACH_PROCESSOR
static Variances variances(const Node *a, double *means)
{
    Variances v = {0, 0};
    int rows = rows_of(a), cols = cols_of(a);
    for (int i = 0; i < rows; i++) {
        const real *row = node_row(a, i).data;
        real mean = vector_sum(row, cols) / (real)cols;
        for (int k = 0; k < cols; k++)
            means[k] += (double)(row[k] - mean);
        v.all += vector_sums(row, mean, cols).squares;
    }
    for (int k = 0; k < cols; k++) {
        means[k] /= rows;
        v.common += rows * means[k] * means[k];
    }
    return v;
}

static void forward(Node *node)
{
    const Node *a = node->inputs[0];
    ENDED_BY(arena_end) Arena *scratch = arena_new();
    Variances v = variances(a, arena_alloc(scratch, (size_t)cols_of(a), sizeof(double)));
    node->value.data[0] = (real)(v.all > 0 ? v.common / v.all : 1);
}

static void explain(Explanation *e, Cell c)
{
    const Node *a = c.node->inputs[0];
    double *means = arena_alloc(e->arena, (size_t)cols_of(a), sizeof *means);
    Variances v = variances(a, means);
    if (explained_as_constant(e, !(v.all > 0), "nothing differs within a row"))
        return;
    if (cols_of(a) <= EXPLAINED_TERMS) {
        explanation_begin(e, "%d × (", rows_of(a));
        for (int j = 0; j < cols_of(a); j++)
            explanation_add(e, " + #^2", means[j]);
        explanation_add(e, ") / #", v.all);
    }
    explanation_begin(e, "# / #", v.common, v.all);
    e->remark = "each row less its mean: the squares of its columns' means, once for every row, "
                "over the squares of all cells";
}

/* Per cell: subtracting the row's mean, the column's sum, two squares. */
ON_ONE(rows_alike, "rows_alike", "n Σ_j c̄_j²/Σ_{ij} c_{ij}², c = {1} − mean_j", explain, forward,
       .input_steps = 5, .shapes = "nm>11", .asks_rows = true);
