#include "base/elementary.h"
#include "graph/ops.h"

#include <math.h>

/* −w log₂ w; a weight of 0 adds nothing, as it does in the limit. */
static double term(real w)
{
    return w > 0 ? -(double)w * portable_log((double)w) / M_LN2 : 0;
}

static void forward(Node *node)
{
    Tensor w = node->inputs[0]->value;
    for (int i = 0; i < w.rows; i++) {
        double bits = 0;
        for (int j = 0; j < w.cols; j++)
            bits += term(at(w, i, j));
        node->value.data[i] = (real)bits;
    }
}

/* ∂wᵢⱼ += ∂cᵢ · −(log₂ wᵢⱼ + 1/ln 2); a weight of 0 was masked, and stays */
static void backward(Node *node)
{
    Node *w = node->inputs[0];
    if (!w->wants_grad)
        return;
    for (int i = 0; i < rows_of(w); i++) {
        const real *weights = tensor_row(w->value, i);
        double factor = -(double)node->grad.data[i] / M_LN2;
        for (int j = 0; j < cols_of(w); j++)
            if (weights[j] > 0)
                tensor_row(w->grad, i)[j] +=
                    (real)(factor * (portable_log((double)weights[j]) + 1));
    }
}

/* w × log(w), and so on, for the weights that are not 0. */
static int explain_products(const Node *w, int row, Explanation *e)
{
    int terms = 0;
    for (int j = 0; j < cols_of(w); j++)
        if (at(w->value, row, j) > 0) {
            explanation_text(e, terms++ ? " + " : "");
            explanation_cell(e, w, row, j);
            explanation_text(e, " × log(");
            explanation_number(e, (double)at(w->value, row, j));
            explanation_text(e, ")");
        }
    return terms;
}

static void explain_terms(const Node *w, int row, Explanation *e)
{
    int terms = 0;
    for (int j = 0; j < cols_of(w); j++)
        if (at(w->value, row, j) > 0) {
            explanation_text(e, terms++ ? " + " : "");
            explanation_number(e, term(at(w->value, row, j)));
        }
}

/* −(w₁ × log(w₁) + …) / log(2), then what each weight adds in bits. */
static void explain(const Node *node, int row, int col, Explanation *e)
{
    (void)col;
    const Node *w = node->inputs[0];
    bool any = false;
    for (int j = 0; j < cols_of(w); j++)
        any |= at(w->value, row, j) > 0;
    explanation_begin(e);
    if (!any) {
        explanation_text(e, "0");
        e->remark = "the row has no weight: every key is masked";
        return;
    }
    explanation_text(e, "−(");
    int terms = explain_products(w, row, e);
    explanation_text(e, ") / log(2)");
    explanation_begin(e);
    explain_terms(w, row, e);
    e->remark = terms < cols_of(w) ? "in bits; a weight of 0 adds nothing" : "in bits";
}

/* A logarithm and a product a weight. */
static const Op op = {"row_entropy",
                      forward,
                      backward,
                      explain,
                      .input_steps = 2,
                      .formula = "−Σ_j ({1*} ⊙ log₂ {1!})_{ij}",
                      .write = write_for_rows};

Node *row_entropy(Graph *g, Node *w)
{
    return graph_node(g, (Node){.op = &op}, rows_of(w), 1, &w, 1);
}
