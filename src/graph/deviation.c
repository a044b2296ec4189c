#include "graph/ops.h"

typedef struct Moments {
    double mean, variance;
} Moments;

/* In one pass, from Σ (xᵢ − x₁) and Σ (xᵢ − x₁)², which vector_sums adds up in pieces. If x₁ is far
   from the mean, the digits lost do not matter, since x₁ itself makes the variance large. */
static Moments moments(const Node *a)
{
    Sums all = {0, 0};
    double n = (double)tensor_size(a->value);
    real from = node_row(a, 0).data[0];
    for (int i = 0; i < rows_of(a); i++) {
        Sums row = vector_sums(node_row(a, i).data, from, cols_of(a));
        all.away += row.away;
        all.squares += row.squares;
    }
    double mean = all.away / n;
    return (Moments){(double)from + mean, fmax(0, all.squares / n - mean * mean)};
}

static void forward(Node *node)
{
    node->value.data[0] = (real)sqrt(moments(node->inputs[0]).variance);
}

/* √(mean of the squares − square of the mean), in full unless there are too many cells; then with
   both parts as numbers. */
static void explain(Explanation *e, Cell c)
{
    const Node *a = c.node->inputs[0];
    int n = (int)tensor_size(a->value);
    Moments m = moments(a);
    if (n <= EXPLAINED_TERMS)
        explanation_begin(e, "√((ΣΣ{1}^2) / %d − ((ΣΣ{1}) / %d)^2)", n, n);
    explanation_begin(e, "√(# − #)", m.variance + m.mean * m.mean, m.mean * m.mean);
    e->remark = "the mean of the squares less the square of the mean";
}

/* A difference, a sum and a square per cell. */
ON_ONE(deviation, "deviation", "√(mean (x − mean x)²), x = {1}", explain, forward, .input_steps = 3,
       .shapes = "nm>11", .kind = VALUE_SIZE, .asks_rows = true);
