#include "graph/ops.h"
#include "tensor/vector.h"

/* Σⱼ c̄ⱼ² n and Σᵢⱼ cᵢⱼ² of c, the numbers less the mean of their row, and c̄, its columns' means. */
typedef struct Variances {
    double common, all;
} Variances;

static double less_mean(Tensor a, int row, int col)
{
    return (double)at(a, row, col) - (double)vector_sum(tensor_row(a, row), a.cols) / a.cols;
}

static double column_mean(Tensor a, int col)
{
    double sum = 0;
    for (int i = 0; i < a.rows; i++)
        sum += less_mean(a, i, col);
    return sum / a.rows;
}

static Variances variances(Tensor a)
{
    Variances v = {0, 0};
    for (int j = 0; j < a.cols; j++) {
        double mean = column_mean(a, j);
        v.common += a.rows * mean * mean;
        for (int i = 0; i < a.rows; i++)
            v.all += less_mean(a, i, j) * less_mean(a, i, j);
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
        for (int j = 0; j < cols_of(a); j++)
            explanation_term(e, "#^2", column_mean(a->value, j));
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
