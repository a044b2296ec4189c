#include "graph/derivative.h"
#include "graph/ops.h"
#include "tensor/vector.h"

/* "mean X" of one row, "mean_j X[i, j]" of several: a measure of each. */
static void write_measure(Graph *g, const Node *node, Writing *w, const char *label,
                          const char *template)
{
    write_for_rows(g, node, w);
    w->cols = single_axis(g, "measure", label);
    w->formula = formula_filled(g, node, template);
}

/* ---- mean ---- */

static void forward(real *y, const real *x, int n)
{
    *y = vector_sum(x, n) / (real)n;
}

/* ∂aⱼ += ∂c / m */
static void backward(real *dx, const real *dy, const real *y, const real *x, int n)
{
    (void)x, (void)y;
    real share = *dy / (real)n;
    for (int j = 0; j < n; j++)
        dx[j] += share;
}

static void explain(Explanation *e, Cell c)
{
    const Node *a = c.node->inputs[0];
    int n = cols_of(a);
    if (n > EXPLAINED_TERMS) {
        explanation_begin(e, "# / #", (double)vector_sum(tensor_row(a->value, c.row), n),
                          (double)n);
        e->remark = "the row's sum over how many numbers it has";
        return;
    }
    explanation_begin(e, "(");
    explanation_row(e, "@", a, c.row);
    explanation_add(e, ") / #", (double)n);
}

static Node *derive(Graph *g, Node *node, int input, Node *dy)
{
    int m = cols_of(node->inputs[input]);
    return matmul(g, dy, number_node(g, 1, m, 1.0 / m));
}

static void write(Graph *g, const Node *node, Writing *w)
{
    write_measure(g, node, w, "mean", rows_of(node) == 1 ? "mean {1*}" : "mean_j {1!}[i, j]");
}

static const Op op = {
    "row_mean",       NULL,          explain, .rows = {forward, backward}, .input_steps = 1,
    .derive = derive, .write = write};

Node *row_mean(Graph *g, Node *a)
{
    CHECK(cols_of(a) > 0, "the mean of nothing");
    return graph_node(g, (Node){.op = &op}, rows_of(a), 1, &a, 1);
}

/* ---- variance ---- */

/* Σⱼ (xⱼ − mean)², a piece of the row at a time */
static double squares(const real *x, real mean, int n)
{
    enum { PIECE = 64 };
    real away[PIECE];
    double sum = 0;
    for (int first = 0; first < n; first += PIECE) {
        int count = n - first < PIECE ? n - first : PIECE;
        for (int j = 0; j < count; j++)
            away[j] = x[first + j] - mean;
        sum += (double)vector_dot(away, away, count);
    }
    return sum;
}

static void forward_variance(Node *node)
{
    Tensor a = node->inputs[0]->value, mean = node->inputs[1]->value;
    for (int i = 0; i < a.rows; i++)
        node->value.data[i] = (real)(squares(tensor_row(a, i), mean.data[i], a.cols) / a.cols);
}

/* ∂aᵢⱼ += ∂cᵢ 2(aᵢⱼ − μᵢ)/m,  ∂μᵢ −= ∂cᵢ Σⱼ 2(aᵢⱼ − μᵢ)/m */
static void backward_variance(Node *node)
{
    Node *a = node->inputs[0], *mean = node->inputs[1];
    int m = cols_of(a);
    for (int i = 0; i < rows_of(a); i++) {
        const real *x = tensor_row(a->value, i);
        real center = mean->value.data[i], factor = 2 * node->grad.data[i] / (real)m;
        for (int j = 0; a->wants_grad && j < m; j++)
            tensor_row(a->grad, i)[j] += factor * (x[j] - center);
        if (mean->wants_grad)
            mean->grad.data[i] -= factor * (vector_sum(x, m) - (real)m * center);
    }
}

static void explain_variance(Explanation *e, Cell c)
{
    const Node *a = c.node->inputs[0], *mean = c.node->inputs[1];
    int n = cols_of(a);
    if (n > EXPLAINED_TERMS) {
        double sum = squares(tensor_row(a->value, c.row), mean->value.data[c.row], n);
        explanation_begin(e, "# / #", sum, (double)n);
        e->remark = "the squared distances from the row's mean, added up, over how many they are";
        return;
    }
    explanation_begin(e, "(");
    for (int j = 0; j < n; j++)
        explanation_term(e, "(@ − @)^2", (Cell){a, c.row, j}, (Cell){mean, c.row, 0});
    explanation_add(e, ") / #", (double)n);
}

/* ∂a = ∂c ⊙ 2(a − μ)/m,  ∂μ = −∂c ⊙ 2 Σ(a − μ)/m, of each row */
static Node *derive_variance(Graph *g, Node *node, int input, Node *dy)
{
    Node *a = node->inputs[0], *mean = node->inputs[1];
    int m = cols_of(a);
    Node *away = subtract(g, a, matmul(g, mean, number_node(g, 1, m, 1)));
    if (input)
        away = matmul(g, away, number_node(g, m, 1, -1));
    return weigh_rows(g, away, multiply_by(g, transpose(g, dy), number_node(g, 1, 1, 2.0 / m)));
}

static void write_variance(Graph *g, const Node *node, Writing *w)
{
    write_measure(g, node, w, "variance",
                  rows_of(node) == 1 ? "mean ({1} − {2*})²" : "mean_j ({1!}[i, j] − {2*})²");
}

/* A difference and a square a cell. */
static const Op variance_op = {"row_variance",
                               NULL,
                               explain_variance,
                               forward_variance,
                               backward_variance,
                               .input_steps = 2,
                               .derive = derive_variance,
                               .write = write_variance};

Node *row_variance(Graph *g, Node *a, Node *mean)
{
    CHECK(cols_of(a) > 0 && rows_of(mean) == rows_of(a) && cols_of(mean) == 1,
          "the variance of %d × %d about %d × %d", rows_of(a), cols_of(a), rows_of(mean),
          cols_of(mean));
    return graph_node(g, (Node){.op = &variance_op}, rows_of(a), 1, (Node *[]){a, mean}, 2);
}
