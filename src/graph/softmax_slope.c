#include "graph/ops.h"

#include <math.h>

/* Σⱼ wⱼᵖ for p = 2 and 3. */
typedef struct Powers {
    double squares, cubes;
} Powers;

static Powers powers_of(const real *w, int n)
{
    Powers p = {0, 0};
    for (int j = 0; j < n; j++) {
        double square = (double)w[j] * (double)w[j];
        p.squares += square;
        p.cubes += square * (double)w[j];
    }
    return p;
}

/* √Σᵢⱼ (wᵢδᵢⱼ − wᵢwⱼ)² = √(Σ w² − 2Σ w³ + (Σ w²)²); rounding must not make it negative. */
static double norm(Powers p)
{
    return sqrt(fmax(0, p.squares - 2 * p.cubes + p.squares * p.squares));
}

static void forward(real *y, const real *w, int n)
{
    *y = (real)norm(powers_of(w, n));
}

/* c = √q:  ∂wⱼ += ∂c (2wⱼ − 6wⱼ² + 4wⱼ Σ w²) / 2c; where c is 0 nothing moves it */
static void backward(real *dw, const real *dy, const real *y, const real *w, int n)
{
    (void)y;
    Powers p = powers_of(w, n);
    double c = norm(p);
    for (int j = 0; j < n && c > 0; j++) {
        double x = (double)w[j];
        dw[j] += (real)((double)*dy * (x - 3 * x * x + 2 * x * p.squares) / c);
    }
}

static void explain(Explanation *e, Cell c)
{
    const Node *w = c.node->inputs[0];
    explanation_begin(e, "√((");
    explanation_row(e, "@^2", w, c.row);
    explanation_add(e, ") − 2 × (");
    explanation_row(e, "@^3", w, c.row);
    explanation_add(e, ") + (");
    explanation_row(e, "@^2", w, c.row);
    explanation_add(e, ")^2)");
    e->remark = "the length of the softmax's matrix of derivatives, wᵢ(1 − wᵢ) on the diagonal and "
                "−wᵢwⱼ off it";
}

/* A square and a cube a weight. */
static const Op op = {"softmax_slope",  "√(Σ_{ij} (∂w_i/∂x_j)²), w = {1}",
                      explain,          .rows = {forward, backward},
                      .input_steps = 2, .write = write_for_rows};

Node *softmax_slope(Graph *g, Node *w)
{
    return graph_node(g, (Node){.op = &op}, rows_of(w), 1, &w, 1);
}
