#include "graph/ops.h"

#include <math.h>

typedef struct Moments {
    double mean, variance;
} Moments;

/* In one pass, from Σ (xᵢ − x₁) and Σ (xᵢ − x₁)². A first number far from the mean takes no digits
   away that a real has, for it widens the variance itself. */
static Moments moments(const real *x, int n)
{
    double away = 0, squares = 0, from = (double)x[0];
    for (int i = 0; i < n; i++) {
        double d = (double)x[i] - from;
        away += d;
        squares += d * d;
    }
    double mean = away / n;
    return (Moments){from + mean, fmax(0, squares / n - mean * mean)};
}

static void forward(real *y, const real *x, int n)
{
    *y = (real)sqrt(moments(x, n).variance);
}

/* The mean of what is written of each row. */
static void explain_mean(Explanation *e, const char *term, const Node *a)
{
    explanation_add(e, "(");
    for (int i = 0; i < rows_of(a); i++)
        explanation_add(e, term, (Cell){a, i, 0});
    explanation_add(e, ") / %d", (int)tensor_size(a->value));
}

/* √(mean of the squares − the mean's square), cell by cell where there are not too many; then its
   two parts. */
static void explain(Explanation *e, Cell c)
{
    const Node *a = c.node->inputs[0];
    int n = (int)tensor_size(a->value);
    Moments m = moments(a->value.data, n);
    if (n <= EXPLAINED_TERMS) {
        explanation_begin(e, "√(");
        explain_mean(e, " + Σ@^2", a);
        explanation_add(e, " − (");
        explain_mean(e, " + Σ@", a);
        explanation_add(e, ")^2)");
    }
    explanation_begin(e, "√(# − #)", m.variance + m.mean * m.mean, m.mean * m.mean);
    e->remark = "the mean of the squares less the square of the mean";
}

/* A sum, a difference and a square a cell. */
static const Op op = {"deviation",       "√(mean (x − mean x)²), x = {1}", explain,
                      .input_steps = 3,  .rows.forward = forward,          .write = write_number,
                      .kind = VALUE_SIZE};

Node *deviation(Graph *g, Node *a)
{
    return graph_node(g, (Node){.op = &op}, 1, 1, &a, 1);
}
