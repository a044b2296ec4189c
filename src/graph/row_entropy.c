#include "graph/ops.h"

/* −w log₂ w; 0 for w = 0, its limit. */
static double bits(real w)
{
    return w > 0 ? -(double)w * portable_log_from((double)w, 0) / M_LN2 : 0;
}

static void forward(real *y, const real *w, int n)
{
    double sum = 0;
    for (int j = 0; j < n; j++)
        sum += bits(w[j]);
    *y = (real)sum;
}

/* −(w₁ × log(w₁) + …) / log(2), then the bits of each weight that is not 0. */
static void explain(Explanation *e, Cell c)
{
    const Node *weights = c.node->inputs[0];
    const real *w = tensor_row(weights->value, c.row);
    int n = cols_of(weights);
    if (explained_as_constant(e, vector_max(w, n) <= 0, "the row has no weight"))
        return;
    explanation_begin(e, "−(");
    for (int j = 0; j < n; j++)
        if (w[j] > 0)
            explanation_add(e, " + @ × log(#)", (Cell){weights, c.row, j}, (double)w[j]);
    explanation_add(e, ") / log(2)");
    explanation_begin(e, "");
    for (int j = 0; j < n; j++)
        if (w[j] > 0)
            explanation_add(e, " + #", bits(w[j]));
    e->remark = vector_min(w, n) > 0 ? "in bits" : "in bits; a weight of 0 adds nothing";
}

/* A logarithm and a product per weight. */
ON_ONE(row_entropy, "row_entropy", "−Σ_j ({1*} ⊙ log₂ {1!})_{ij}", explain, .rows.forward = forward,
       .input_steps = 2, .shapes = "nm>n1", .kind = VALUE_SIZE);
