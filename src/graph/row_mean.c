#include "graph/ops.h"
#include "tensor/vector.h"

static void forward(Node *node)
{
    Tensor a = node->inputs[0]->value;
    for (int i = 0; i < a.rows; i++)
        node->value.data[i] = vector_sum(tensor_row(a, i), a.cols) / (real)a.cols;
}

/* ∂aᵢⱼ += ∂cᵢ / m */
static void backward(Node *node)
{
    Node *a = node->inputs[0];
    if (!a->wants_grad)
        return;
    for (int i = 0; i < rows_of(a); i++) {
        real *da = tensor_row(a->grad, i), share = node->grad.data[i] / (real)cols_of(a);
        for (int j = 0; j < cols_of(a); j++)
            da[j] += share;
    }
}

static void explain(const Node *node, int row, int col, Explanation *e)
{
    (void)col;
    const Node *a = node->inputs[0];
    explanation_begin(e);
    if (cols_of(a) > EXPLAINED_TERMS) {
        explanation_number(e, (double)vector_sum(tensor_row(a->value, row), cols_of(a)));
        e->remark = "the row's sum over how many numbers it has";
    } else {
        explanation_text(e, "(");
        for (int j = 0; j < cols_of(a); j++) {
            explanation_text(e, j ? " + " : "");
            explanation_cell(e, a, row, j);
        }
        explanation_text(e, ")");
    }
    explanation_text(e, " / ");
    explanation_number(e, cols_of(a));
}

static void write(Graph *g, const Node *node, Writing *w)
{
    bool one = rows_of(node) == 1;
    write_for_rows(g, node, w);
    w->cols = single_axis(g, "measure", "mean");
    w->formula = formula_filled(g, node, one ? "mean {1*}" : "mean_j {1!}[i, j]");
}

static const Op op = {"row_mean", forward, backward, explain, .input_steps = 1, .write = write};

Node *row_mean(Graph *g, Node *a)
{
    CHECK(cols_of(a) > 0, "the mean of nothing");
    return graph_node(g, (Node){.op = &op}, rows_of(a), 1, &a, 1);
}
