#include "graph/ops.h"

/* The mean of a row, and its mean squared difference from a given mean; the mean of a column. */

FORWARD_BY_ROW(vector_sum(x, n) / (real)n)

/* ∂aⱼ += ∂c / m */
static void backward(real *dx, const real *dy, const real *y, const real *x, int n)
{
    (void)x, (void)y;
    real share = *dy / (real)n;
    for (int j = 0; j < n; j++)
        dx[j] += share;
}

static const Op column_mean_op;

static void forward_variance(Node *node)
{
    Tensor a = node->inputs[0]->value, mean = node->inputs[1]->value;
    for (int i = 0; i < a.rows; i++)
        node->value.data[i] =
            (real)(vector_sums(tensor_row(a, i), mean.data[i], a.cols).squares / a.cols);
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

static void explain(Explanation *e, Cell c)
{
    const Node *a = c.node->inputs[0];
    const Node *mean = c.node->input_count > 1 ? c.node->inputs[1] : NULL; /* variance only */
    bool of_column = c.node->op == &column_mean_op;
    int n = of_column ? rows_of(a) : cols_of(a);
    if (n > EXPLAINED_TERMS) {
        explanation_begin(e, "# / #", (double)n * (double)c.node->value.data[c.row], (double)n);
        e->remark =
            mean ? "the squared distances from the row's mean, added up, over how many they are"
            : of_column ? "the column's sum over how many numbers it has"
                        : "the row's sum over how many numbers it has";
        return;
    }
    explanation_begin(e, "(");
    for (int j = 0; j < n; j++)
        explanation_add(e, mean ? " + (@ − @)^2" : " + @",
                        of_column ? (Cell){a, j, c.row} : (Cell){a, c.row, j},
                        (Cell){mean, c.row, 0});
    explanation_add(e, ") / #", (double)n);
}

/* "mean X" of one row, "mean_j X[i, j]" of several, "mean_i X[i, j]" of columns. */
static void write(Graph *g, const Node *node, Writing *w)
{
    static const char *const of_rows[2][2] = {
        {"mean_j {1!}[i, j]", "mean {1*}"}, {"mean_j ({1!}[i, j] − {2*})²", "mean ({1} − {2*})²"}};
    bool of_squares = node->input_count > 1, of_column = node->op == &column_mean_op;
    const char *template = of_rows[of_squares][rows_of(node) == 1];
    w->cols = single_axis(g, "measure", of_squares ? "variance" : "mean");
    w->formula = formula_filled(g, node, of_column ? "mean_i {1!}[i, j]" : template);
}

static Node *derive(Graph *g, Node *node, int input, Node *dy)
{
    int m = cols_of(node->inputs[input]);
    return matmul(g, dy, number_node(g, 1, m, 1.0 / m));
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

ON_ONE(row_mean, "row_mean", NULL, explain, .rows.backward = backward, .input_steps = 1,
       .write = write, .shapes = "nm>n1", .derive = derive, .rows.forward = forward);

/* A difference and a square per cell. */
ON_TWO(row_variance, "row_variance", NULL, explain, forward_variance, backward_variance,
       .write = write, .shapes = "nm,n1>n1", .input_steps = 2, .derive = derive_variance,
       .kind = VALUE_SIZE);

/* ---- of columns ---- */

FOR_EACH_PROCESSOR
static void take_row(double *sums, const real *x, UNUSED int row, int n)
{
    for (int j = 0; j < n; j++)
        sums[j] += (double)x[j];
}

FORWARD_BY_CELLS(forward_columns, node->sums[row] / rows_of(node->inputs[0]))

ON_ONE(column_mean, "column_mean", NULL, explain, forward_columns, .shapes = "nm>m1",
       .input_steps = 1, .write = write, .take_row = take_row);
