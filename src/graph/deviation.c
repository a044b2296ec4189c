#include "graph/ops.h"
#include "tensor/processor.h"

#include <math.h>

enum { LANES = 16 }; /* sums are taken so, as in tensor/vector.c */

/* Σ (xᵢ − from)ᵖ, p = 1 or 2 */
FOR_EACH_PROCESSOR
static double power_sum(const real *x, int n, double from, bool squared)
{
    double lane[LANES] = {0};
    int whole = n - n % LANES;
    for (int i = 0; i < whole; i += LANES)
        for (int l = 0; l < LANES; l++) {
            double away = (double)x[i + l] - from;
            lane[l] += squared ? away * away : away;
        }
    for (int i = whole; i < n; i++) {
        double away = (double)x[i] - from;
        lane[i - whole] += squared ? away * away : away;
    }
    for (int half = LANES / 2; half; half /= 2)
        for (int l = 0; l < half; l++)
            lane[l] += lane[l + half];
    return lane[0];
}

static double mean_of(const real *x, int n)
{
    return power_sum(x, n, 0, false) / n;
}

static double variance_of(const real *x, int n)
{
    return power_sum(x, n, mean_of(x, n), true) / n;
}

static void forward(real *y, const real *x, int n)
{
    *y = (real)sqrt(variance_of(x, n));
}

/* The mean of what is written of each cell. */
static void explain_mean(Explanation *e, const char *term, const Node *a)
{
    explanation_add(e, "(");
    for (int i = 0; i < rows_of(a); i++)
        explanation_row(e, term, a, i);
    explanation_add(e, ") / %d", (int)tensor_size(a->value));
}

/* √(mean of the squares − the mean's square), cell by cell where there are not too many; then its
   two parts. */
static void explain(Explanation *e, Cell c)
{
    const Node *a = c.node->inputs[0];
    int n = (int)tensor_size(a->value);
    double mean = mean_of(a->value.data, n);
    if (n <= EXPLAINED_TERMS) {
        explanation_begin(e, "√(");
        explain_mean(e, "@^2", a);
        explanation_add(e, " − (");
        explain_mean(e, "@", a);
        explanation_add(e, ")^2)");
    }
    explanation_begin(e, "√(# − #)", variance_of(a->value.data, n) + mean * mean, mean * mean);
    e->remark = "the mean of the squares less the square of the mean";
}

/* A sum, a difference and a square a cell. */
static const Op op = {"deviation",
                      "√(mean (x − mean x)²), x = {1}",
                      explain,
                      .rows.forward = forward,
                      .backward = no_backward,
                      .input_steps = 3,
                      .write = write_number,
                      .kind = VALUE_SIZE};

Node *deviation(Graph *g, Node *a)
{
    return graph_node(g, (Node){.op = &op}, 1, 1, &a, 1);
}
