#include "graph/ops.h"
#include "tensor/vector.h"

#include <math.h>

static real root(const Node *node)
{
    return (real)sqrt(node->parameter.dimension);
}

static void forward(Node *node)
{
    const real *a = node->inputs[0]->value.data;
    real factor = root(node);
    for (size_t i = 0; i < tensor_size(node->value); i++)
        node->value.data[i] = a[i] * factor;
}

/* ∂A += √d ∂C */
static void backward(Node *node)
{
    if (node->inputs[0]->wants_grad)
        vector_add_scaled(node->inputs[0]->grad.data, root(node), node->grad.data,
                          (int)tensor_size(node->grad));
}

static void explain(const Node *node, int row, int col, Explanation *e)
{
    explanation_begin(e);
    explanation_cell(e, node->inputs[0], row, col);
    explanation_text(e, arena_format(e->arena, " × √%d", node->parameter.dimension));
}

static void write(Graph *g, const Node *node, Writing *w)
{
    const char *symbol = w->cols.symbol ? w->cols.symbol : "d";
    if (w->cols.count != node->parameter.dimension)
        symbol = arena_format(g->arena, "%d", node->parameter.dimension);
    const char *template = arena_format(g->arena, "√%s · {1*}", symbol);
    w->formula = formula_filled(g, node, template);
}

static const Op op = {"multiply_by_root", forward, backward, explain, .steps = 1, .write = write};

Node *multiply_by_root(Graph *g, Node *a, int d)
{
    CHECK(d > 0, "√%d", d);
    Node model = {.op = &op, .parameter.dimension = d};
    return graph_node(g, model, rows_of(a), cols_of(a), &a, 1);
}
