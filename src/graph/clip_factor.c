#include "graph/ops.h"

static bool is_clipped(const Node *node, int row, int col)
{
    return (double)at(node->inputs[0]->value, row, col) > node->parameter.limit;
}

static void forward(Node *node)
{
    const Node *norms = node->inputs[0];
    for (int i = 0; i < rows_of(node); i++)
        for (int j = 0; j < cols_of(node); j++)
            tensor_row(node->value, i)[j] =
                is_clipped(node, i, j)
                    ? (real)(node->parameter.limit / (double)at(norms->value, i, j))
                    : 1;
}

/* f = C/x where x > C:  ∂x −= ∂f f/x */
static void backward(Node *node)
{
    Node *norms = node->inputs[0];
    for (int i = 0; norms->wants_grad && i < rows_of(node); i++)
        for (int j = 0; j < cols_of(node); j++)
            if (is_clipped(node, i, j))
                tensor_row(norms->grad, i)[j] -=
                    at(node->grad, i, j) * at(node->value, i, j) / at(norms->value, i, j);
}

static void explain(const Node *node, int row, int col, Explanation *e)
{
    explanation_begin(e);
    if (!is_clipped(node, row, col)) {
        explanation_text(e, "1");
        e->remark = "the norm is within the limit: nothing is clipped";
        return;
    }
    explanation_number(e, node->parameter.limit);
    explanation_text(e, " / ");
    explanation_cell(e, node->inputs[0], row, col);
    e->remark = "the limit over the norm";
}

static void write(Graph *g, const Node *node, Writing *w)
{
    const char *template = arena_format(g->arena, "min(1, %g/{1*})", node->parameter.limit);
    w->formula = formula_filled(g, node, template);
}

static const Op op = {"clip_factor", forward, backward, explain, .steps = 1, .write = write};

Node *clip_factor(Graph *g, Node *norms, double limit)
{
    CHECK(limit > 0, "a limit of %g", limit);
    Node model = {.op = &op};
    model.parameter.limit = limit;
    return graph_node(g, model, rows_of(norms), cols_of(norms), &norms, 1);
}
