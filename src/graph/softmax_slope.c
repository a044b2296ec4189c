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

/* Σᵢⱼ (wᵢδᵢⱼ − wᵢwⱼ)² = Σ w² − 2Σ w³ + (Σ w²)²; rounding must not make it negative. */
static double squared(Powers p)
{
    return fmax(0, p.squares - 2 * p.cubes + p.squares * p.squares);
}

static void forward(Node *node)
{
    Tensor w = node->inputs[0]->value;
    for (int i = 0; i < w.rows; i++)
        node->value.data[i] = (real)sqrt(squared(powers_of(tensor_row(w, i), w.cols)));
}

/* c = √q:  ∂wⱼ += ∂c (2wⱼ − 6wⱼ² + 4wⱼ Σ w²) / 2c; where c is 0 nothing moves it */
static void backward(Node *node)
{
    Node *w = node->inputs[0];
    if (!w->wants_grad)
        return;
    for (int i = 0; i < rows_of(w); i++) {
        const real *x = tensor_row(w->value, i);
        Powers p = powers_of(x, cols_of(w));
        double c = sqrt(squared(p));
        for (int j = 0; j < cols_of(w) && c > 0; j++) {
            double y = (double)x[j];
            tensor_row(w->grad, i)[j] +=
                (real)((double)node->grad.data[i] * (y - 3 * y * y + 2 * y * p.squares) / c);
        }
    }
}

static void explain_powers(const Node *w, int row, const char *power, Explanation *e)
{
    explanation_text(e, "(");
    for (int j = 0; j < cols_of(w); j++) {
        explanation_text(e, j ? " + " : "");
        explanation_cell(e, w, row, j);
        explanation_text(e, power);
    }
    explanation_text(e, ")");
}

static void explain(const Node *node, int row, int col, Explanation *e)
{
    (void)col;
    const Node *w = node->inputs[0];
    explanation_begin(e);
    explanation_text(e, "√(");
    explain_powers(w, row, "^2", e);
    explanation_text(e, " − 2 × ");
    explain_powers(w, row, "^3", e);
    explanation_text(e, " + ");
    explain_powers(w, row, "^2", e);
    explanation_text(e, "^2)");
    e->remark = "the length of the softmax's matrix of derivatives, wᵢ(1 − wᵢ) on the diagonal and "
                "−wᵢwⱼ off it";
}

/* A square and a cube a weight. */
static const Op op = {"softmax_slope",
                      forward,
                      backward,
                      explain,
                      .input_steps = 2,
                      .formula = "√(Σ_{ij} (∂w_i/∂x_j)²), w = {1}",
                      .write = write_for_rows};

Node *softmax_slope(Graph *g, Node *w)
{
    return graph_node(g, (Node){.op = &op}, rows_of(w), 1, &w, 1);
}
