#include "graph/ops.h"

static void forward(Node *node)
{
    for (int i = 0; i < rows_of(node); i++)
        node->value.data[i] = at(node->inputs[0]->value, i, node->parameter.cols[i]);
}

/* cᵢ = aᵢⱼ, j being the column picked for row i:  ∂aᵢⱼ += ∂cᵢ */
static void backward(Node *node)
{
    Node *a = node->inputs[0];
    if (!a->wants_grad)
        return;
    for (int i = 0; i < rows_of(node); i++)
        tensor_row(a->grad, i)[node->parameter.cols[i]] += node->grad.data[i];
}

static void explain(const Node *node, int row, int col, Explanation *e)
{
    (void)col;
    explanation_copy(e, node->inputs[0], row, node->parameter.cols[row]);
}

static void write(Graph *g, const Node *node, Writing *w)
{
    write_same_kind(g, node, w);
    w->kind = w->kind == VALUE_PROBABILITY ? VALUE_FRACTION : w->kind;
    write_for_rows(g, node, w);
}

static const Op op = {"pick",        forward, backward, explain, .formula = "{1!}[i, t_i]",
                      .write = write};

Node *pick(Graph *g, Node *a, const int *cols)
{
    for (int i = 0; i < rows_of(a); i++)
        CHECK(cols[i] >= 0 && cols[i] < cols_of(a), "column %d of %d", cols[i], cols_of(a));
    Node model = {.op = &op};
    model.parameter.cols = cols;
    return graph_node(g, model, rows_of(a), 1, &a, 1);
}
