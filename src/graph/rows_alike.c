#include "base/number.h"
#include "graph/ops.h"
#include "tensor/vector.h"

#include <string.h>

/* Σⱼ c̄ⱼ² n and Σᵢⱼ cᵢⱼ² of c, the numbers less the mean of their row, and c̄, its columns' means. */
typedef struct Variances {
    double common, all;
} Variances;

static double mean_of_row(Tensor a, int row)
{
    return (double)vector_sum(tensor_row(a, row), a.cols) / a.cols;
}

/* c̄ of `count` columns, at most COLUMNS, from `first` on: that of a's column less that of all. */
enum { COLUMNS = 1024 };

static void column_means(Tensor a, int first, int count, double *means)
{
    memset(means, 0, (size_t)count * sizeof *means);
    for (int i = 0; i < a.rows; i++) {
        const real *row = tensor_row(a, i) + first;
        double mean = mean_of_row(a, i);
        for (int k = 0; k < count; k++)
            means[k] += ((double)row[k] - mean) / a.rows;
    }
}

static Variances variances(Tensor a)
{
    Variances v = {0, 0};
    double means[COLUMNS];
    for (int i = 0; i < a.rows; i++) {
        double mean = mean_of_row(a, i);
        for (int j = 0; j < a.cols; j++)
            v.all += ((double)at(a, i, j) - mean) * ((double)at(a, i, j) - mean);
    }
    for (int first = 0; first < a.cols; first += COLUMNS) {
        int count = smaller(COLUMNS, a.cols - first);
        column_means(a, first, count, means);
        for (int k = 0; k < count; k++)
            v.common += a.rows * means[k] * means[k];
    }
    return v;
}

static double quotient(Variances v)
{
    return v.all > 0 ? v.common / v.all : 1;
}

static void forward(Node *node)
{
    node->value.data[0] = (real)quotient(variances(node->inputs[0]->value));
}

static void explain(Explanation *e, Cell c)
{
    const Node *a = c.node->inputs[0];
    Variances v = variances(a->value);
    if (!(v.all > 0)) {
        explanation_begin(e, "1");
        e->remark = "nothing differs within a row";
        return;
    }
    if (cols_of(a) <= EXPLAINED_TERMS) {
        explanation_begin(e, "%d × (", rows_of(a));
        double means[COLUMNS];
        column_means(a->value, 0, cols_of(a), means);
        for (int j = 0; j < cols_of(a); j++)
            explanation_term(e, "#^2", means[j]);
        explanation_add(e, ") / #", v.all);
    }
    explanation_begin(e, "# / #", v.common, v.all);
    e->remark = "each row less its mean: the squares of its columns' means, once for every row, "
                "over the squares of all cells";
}

/* A number less its row's mean; the sum of its column; two squares. */
static const Op op = {"rows_alike",
                      "n Σ_j c̄_j²/Σ_{ij} c_{ij}², c = {1} − mean_j",
                      explain,
                      forward,
                      no_backward,
                      .input_steps = 5,
                      .write = write_number};

Node *rows_alike(Graph *g, Node *a)
{
    return graph_node(g, (Node){.op = &op}, 1, 1, &a, 1);
}
