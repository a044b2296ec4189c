#include "graph/ops.h"

#include <math.h>

static double mean_of(Tensor t)
{
    double sum = 0;
    for (size_t i = 0; i < tensor_size(t); i++)
        sum += (double)t.data[i];
    return sum / (double)tensor_size(t);
}

static double variance_of(Tensor t)
{
    double mean = mean_of(t), sum = 0;
    for (size_t i = 0; i < tensor_size(t); i++)
        sum += ((double)t.data[i] - mean) * ((double)t.data[i] - mean);
    return sum / (double)tensor_size(t);
}

static void forward(Node *node)
{
    node->value.data[0] = (real)sqrt(variance_of(node->inputs[0]->value));
}

/* σ = √(Σᵢ (xᵢ − m)²/N):  ∂xᵢ += ∂σ (xᵢ − m)/(Nσ) */
static void backward(Node *node)
{
    Node *a = node->inputs[0];
    double deviation = (double)node->value.data[0], mean = mean_of(a->value);
    if (!a->wants_grad || deviation <= 0)
        return;
    double factor = (double)node->grad.data[0] / ((double)tensor_size(a->value) * deviation);
    for (size_t i = 0; i < tensor_size(a->value); i++)
        a->grad.data[i] += (real)(factor * ((double)a->value.data[i] - mean));
}

typedef void ExplainCell(Explanation *e, const Node *node, int row, int col);

/* The mean of what is explained of each cell. */
static void explain_mean(const Node *a, ExplainCell *explain_cell, Explanation *e)
{
    explanation_text(e, "(");
    for (int i = 0; i < rows_of(a); i++)
        for (int j = 0; j < cols_of(a); j++) {
            explanation_text(e, i || j ? " + " : "");
            explain_cell(e, a, i, j);
        }
    explanation_text(e, arena_format(e->arena, ") / %zu", tensor_size(a->value)));
}

/* √(mean of the squares − the mean's square), cell by cell where there are not too many; then its
   two parts. */
static void explain(const Node *node, int row, int col, Explanation *e)
{
    (void)row, (void)col;
    const Node *a = node->inputs[0];
    double mean = mean_of(a->value);
    if (tensor_size(a->value) <= EXPLAINED_TERMS) {
        explanation_begin(e);
        explanation_text(e, "√(");
        explain_mean(a, explanation_square, e);
        explanation_text(e, " − (");
        explain_mean(a, explanation_cell, e);
        explanation_text(e, ")^2)");
    }
    explanation_begin(e);
    explanation_text(e, "√(");
    explanation_number(e, variance_of(a->value) + mean * mean);
    explanation_text(e, " − ");
    explanation_number(e, mean * mean);
    explanation_text(e, ")");
    e->remark = "the mean of the squares less the square of the mean";
}

/* A sum, a difference and a square a cell. */
static const Op op = {"deviation",
                      forward,
                      backward,
                      explain,
                      .input_steps = 3,
                      .formula = "√(mean (x − mean x)²), x = {1}",
                      .write = write_number};

Node *deviation(Graph *g, Node *a)
{
    return graph_node(g, (Node){.op = &op}, 1, 1, &a, 1);
}
