#include "graph/ops.h"
#include "tensor/vector.h"

static void forward(Node *node)
{
    for (size_t i = 0; i < tensor_size(node->value); i++) {
        real sum = 0;
        for (int p = 0; p < node->input_count; p++)
            sum += node->inputs[p]->value.data[i];
        node->value.data[i] = sum / (real)node->input_count;
    }
}

/* ∂Aₚ += ∂C / count */
static void backward(Node *node)
{
    for (int p = 0; p < node->input_count; p++)
        if (node->inputs[p]->wants_grad)
            vector_add_scaled(node->inputs[p]->grad.data, 1 / (real)node->input_count,
                              node->grad.data, (int)tensor_size(node->grad));
}

static void explain(Explanation *e, Cell c)
{
    explanation_begin(e, "(");
    for (int p = 0; p < c.node->input_count; p++)
        explanation_term(e, "@", (Cell){c.node->inputs[p], c.row, c.col});
    explanation_add(e, ") / %d", c.node->input_count);
}

static double cost(const Node *node)
{
    return (double)tensor_size(node->value) * node->input_count;
}

/* "mean of softmax(QKᵀ)" where all parts are made alike. */
static void write(Graph *g, const Node *node, Writing *w)
{
    bool alike = formulas_are_one(g, node->inputs, node->input_count);
    w->kind = writing_of(g, node->inputs[0])->kind;
    w->formula = formula_filled(g, node, alike ? "mean of {1*}" : "mean({1…})");
}

static const Op op = {"mean", NULL, explain, forward, backward, .cost = cost, .write = write};

Node *mean(Graph *g, Node *const *parts, int count)
{
    return node_like_its_inputs(g, &op, parts, count);
}
