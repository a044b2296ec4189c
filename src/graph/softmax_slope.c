#include "graph/ops.h"

/* √Σᵢⱼ (wᵢδᵢⱼ − wᵢwⱼ)² = √(Σ w² − 2Σ w³ + (Σ w²)²); clamped at 0 against rounding. */
static void forward(real *y, const real *w, int n)
{
    double squares = 0, cubes = 0;
    for (int j = 0; j < n; j++) {
        double square = (double)w[j] * (double)w[j];
        squares += square;
        cubes += square * (double)w[j];
    }
    *y = (real)sqrt(fmax(0, squares - 2 * cubes + squares * squares));
}

static void explain(Explanation *e, UNUSED Cell c)
{
    explanation_begin(e, "√((Σ{1}^2) − 2 × (Σ{1}^3) + (Σ{1}^2)^2)");
    e->remark = "the length of the softmax's matrix of derivatives, wᵢ(1 − wᵢ) on the diagonal and "
                "−wᵢwⱼ off it";
}

/* A square and a cube per weight. */
ON_ONE(softmax_slope, "softmax_slope", "√(Σ_{ij} (∂w_i/∂x_j)²), w = {1}", explain, .input_steps = 2,
       .rows.forward = forward, .shapes = "nm>n1");
