#include "graph/ops.h"
#include "tensor/vector.h"

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

static void forward(Node *node)
{
    Tensor a = node->inputs[0]->value, mean = node->inputs[1]->value;
    for (int i = 0; i < a.rows; i++)
        node->value.data[i] = (real)(squares(tensor_row(a, i), mean.data[i], a.cols) / a.cols);
}

/* ∂aᵢⱼ += ∂cᵢ 2(aᵢⱼ − μᵢ)/m,  ∂μᵢ −= ∂cᵢ Σⱼ 2(aᵢⱼ − μᵢ)/m */
static void backward(Node *node)
{
    Node *a = node->inputs[0], *mean = node->inputs[1];
    int m = cols_of(a);
    for (int i = 0; i < rows_of(a); i++) {
        const real *x = tensor_row(a->value, i);
        real center = mean->value.data[i], factor = 2 * node->grad.data[i] / (real)m;
        if (a->wants_grad) {
            real *da = tensor_row(a->grad, i);
            for (int j = 0; j < m; j++)
                da[j] += factor * (x[j] - center);
        }
        if (mean->wants_grad)
            mean->grad.data[i] -= factor * (vector_sum(x, m) - (real)m * center);
    }
}

static void explain(const Node *node, int row, int col, Explanation *e)
{
    (void)col;
    const Node *a = node->inputs[0], *mean = node->inputs[1];
    int m = cols_of(a);
    explanation_begin(e);
    if (m > EXPLAINED_TERMS) {
        explanation_number(e, squares(tensor_row(a->value, row), mean->value.data[row], m));
        e->remark = "the squared distances from the row's mean, added up, over how many they are";
    } else {
        explanation_text(e, "(");
        for (int j = 0; j < m; j++) {
            explanation_text(e, j ? " + (" : "(");
            explanation_cell(e, a, row, j);
            explanation_text(e, " − ");
            explanation_cell(e, mean, row, 0);
            explanation_text(e, ")^2");
        }
        explanation_text(e, ")");
    }
    explanation_text(e, " / ");
    explanation_number(e, m);
}

static void write(Graph *g, const Node *node, Writing *w)
{
    bool one = rows_of(node) == 1;
    write_for_rows(g, node, w);
    w->cols = single_axis(g, "measure", "variance");
    w->formula =
        formula_filled(g, node, one ? "mean ({1} − {2*})²" : "mean_j ({1!}[i, j] − {2*})²");
}

/* A difference and a square a cell. */
static const Op op = {"row_variance", forward, backward, explain, .input_steps = 2, .write = write};

Node *row_variance(Graph *g, Node *a, Node *mean)
{
    CHECK(cols_of(a) > 0 && rows_of(mean) == rows_of(a) && cols_of(mean) == 1,
          "the variance of %d × %d about %d × %d", rows_of(a), cols_of(a), rows_of(mean),
          cols_of(mean));
    return graph_node(g, (Node){.op = &op}, rows_of(a), 1, (Node *[]){a, mean}, 2);
}
