#include "graph/ops.h"

static void forward(Node *node)
{
    int size = (int)tensor_size(node->value);
    for (int p = 0; p < node->input_count; p++)
        vector_add_scaled(node->value.data, 1, node->inputs[p]->value.data, size);
    vector_divide(node->value.data, node->value.data, (real)node->input_count, size);
}

static void explain(Explanation *e, Cell c)
{
    explanation_begin(e, "(");
    for (int p = 0; p < c.node->input_count; p++)
        explanation_add(e, " + @", (Cell){c.node->inputs[p], c.row, c.col});
    explanation_add(e, ") / %d", c.node->input_count);
}

/* "mean of softmax(QKᵀ)" if all parts have the same formula. */
static void write(Graph *g, const Node *node, Writing *w)
{
    bool alike = formulas_are_one(g, node->inputs, node->input_count);
    w->kind = writing_of(g, node->inputs[0])->kind;
    w->formula = formula_filled(g, node, alike ? "mean of {1*}" : "mean({1…})");
}

static const Op op = {"mean",         NULL,           explain, forward, .cost = cost_of_terms,
                      .write = write, .by_rows = true};

Node *mean(Graph *g, Node *const *parts, int count)
{
    return node_of_shapes(g, (Node){.op = &op}, parts, count);
}
