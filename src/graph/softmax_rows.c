#include "graph/ops.h"
#include "tensor/vector.h"

#include <math.h>

/* The largest number of a row is subtracted first: the quotient stays the same, and no
   exponential can overflow. */
static void forward(Node *node)
{
    int m = cols_of(node);
    for (int i = 0; i < rows_of(node); i++) {
        const real *in = tensor_row(node->inputs[0]->value, i);
        real *out = tensor_row(node->value, i), max = vector_max(in, m);
        if (isinf(max) && max < 0)
            continue; /* every key is masked: the weights stay 0 */
        vector_exp(out, in, max, m);
        vector_scale(out, 1 / vector_sum(out, m), m);
    }
}

/* y = softmax(x):  ∂xⱼ += yⱼ (∂yⱼ − Σₖ ∂yₖ yₖ) */
static void backward(Node *node)
{
    if (!node->inputs[0]->wants_grad)
        return;
    int m = cols_of(node);
    for (int i = 0; i < rows_of(node); i++) {
        const real *y = tensor_row(node->value, i), *dy = tensor_row(node->grad, i);
        real *dx = tensor_row(node->inputs[0]->grad, i), inner = vector_dot(dy, y, m);
        for (int j = 0; j < m; j++)
            dx[j] += y[j] * (dy[j] - inner);
    }
}

static void explain_exponential(Explanation *e, const Node *a, int row, int col, real max)
{
    explanation_text(e, "exp(");
    explanation_cell(e, a, row, col);
    explanation_text(e, " − ");
    explanation_number(e, (double)max);
    explanation_text(e, ")");
}

/* exp(x − max) / (exp(x₁ − max) + …), then the same with the exponentials evaluated, then with
   the denominator added up. */
static void explain(const Node *node, int row, int col, Explanation *e)
{
    const Node *a = node->inputs[0];
    int m = cols_of(node);
    const real *in = tensor_row(a->value, row);
    real max = vector_max(in, m);
    explanation_begin(e);
    if (isinf(max)) {
        explanation_text(e, "0");
        e->remark = "every key is masked: the weights of this row are 0 by definition";
        return;
    }
    real *exponentials = tensor_new(e->arena, 1, m).data;
    vector_exp(exponentials, in, max, m);

    explain_exponential(e, a, row, col, max);
    explanation_text(e, " / (");
    for (int j = 0; j < m; j++) {
        explanation_text(e, j ? " + " : "");
        explain_exponential(e, a, row, j, max);
    }
    explanation_text(e, ")");

    explanation_begin(e);
    explanation_number(e, (double)exponentials[col]);
    explanation_text(e, " / (");
    for (int j = 0; j < m; j++) {
        explanation_text(e, j ? " + " : "");
        explanation_number(e, (double)exponentials[j]);
    }
    explanation_text(e, ")");

    explanation_begin(e);
    explanation_number(e, (double)exponentials[col]);
    explanation_text(e, " / ");
    explanation_number(e, (double)vector_sum(exponentials, m));
    e->remark = "the row's largest score is subtracted first: the quotient stays the same, and no "
                "exponential can overflow";
}

/* An exponential, a sum and a division a cell. */
static const Op op = {
    "softmax_rows",           forward, backward, explain, .steps = 3, .formula = "softmax({1})",
    .kind = VALUE_PROBABILITY};

Node *softmax_rows(Graph *g, Node *a)
{
    return graph_node(g, (Node){.op = &op}, rows_of(a), cols_of(a), &a, 1);
}
