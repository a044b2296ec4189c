#include "graph/ops.h"

/* In one pass: Σ (xᵢ − x₁) and Σ (xᵢ − x₁)², which vector_sums adds up in pieces; and x₁. If it is
   far from the mean, the digits lost do not matter, since it makes the variance large itself. */
static void take_row(double *sums, const real *x, int row, int n)
{
    sums[2] = row ? sums[2] : (double)*x;
    Sums more = vector_sums(x, (real)sums[2], n);
    sums[0] += more.away;
    sums[1] += more.squares;
}

typedef struct Moments {
    double mean, variance;
} Moments;

static Moments moments(const Node *node)
{
    double n = (double)tensor_size(node->inputs[0]->value), mean = node->sums[0] / n;
    return (Moments){node->sums[2] + mean, fmax(0, node->sums[1] / n - mean * mean)};
}

FORWARD_BY_CELLS(forward, sqrt(moments(node).variance))

/* √(mean of the squares − square of the mean), in full unless there are too many cells; then with
   both parts as numbers. */
static void explain(Explanation *e, Cell c)
{
    const Node *a = c.node->inputs[0];
    int n = (int)tensor_size(a->value);
    Moments m = moments(c.node);
    if (n <= EXPLAINED_TERMS)
        explanation_begin(e, "√((ΣΣ{1}^2) / %d − ((ΣΣ{1}) / %d)^2)", n, n);
    explanation_begin(e, "√(# − #)", m.variance + m.mean * m.mean, m.mean * m.mean);
    e->remark = "the mean of the squares less the square of the mean";
}

/* A difference, a sum and a square per cell. */
ON_ONE(deviation, "deviation", "√(mean (x − mean x)²), x = {1}", explain, forward, .input_steps = 3,
       .shapes = "nm>11", .kind = VALUE_SIZE, .take_row = take_row);
