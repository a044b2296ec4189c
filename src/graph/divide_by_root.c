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
    real divisor = root(node);
    for (size_t i = 0; i < tensor_size(node->value); i++)
        node->value.data[i] = a[i] / divisor;
}

/* ∂A += ∂C / √d */
static void backward(Node *node)
{
    if (node->inputs[0]->wants_grad)
        vector_add_scaled(node->inputs[0]->grad.data, 1 / root(node), node->grad.data,
                          (int)tensor_size(node->grad));
}

static void explain(const Node *node, int row, int col, Explanation *e)
{
    explanation_begin(e);
    explanation_cell(e, node->inputs[0], row, col);
    explanation_text(e, arena_format(e->arena, " / √%d", node->parameter.dimension));
    explanation_begin(e);
    explanation_number(e, (double)at(node->inputs[0]->value, row, col));
    explanation_text(e, " / ");
    explanation_number(e, (double)root(node));
}

/* √d_k, where a factor of what is divided is so wide; else the number itself. */
static const char *width(Graph *g, const Node *node)
{
    const Node *a = node->inputs[0];
    for (int i = 0; i < a->input_count; i++) {
        Axis features = writing_of(g, a->inputs[i])->cols;
        if (features.count == node->parameter.dimension && !features.named)
            return features.symbol ? features.symbol : "d";
    }
    return arena_format(g->arena, "%d", node->parameter.dimension);
}

static void write(Graph *g, const Node *node, Writing *w)
{
    const char *template = arena_format(g->arena, "{1*}/√%s", width(g, node));
    w->formula = formula_filled(g, node, template);
}

static const Op op = {"divide_by_root", forward, backward, explain, .steps = 1, .write = write};

Node *divide_by_root(Graph *g, Node *a, int d)
{
    CHECK(d > 0, "√%d", d);
    Node model = {.op = &op, .parameter.dimension = d};
    return graph_node(g, model, rows_of(a), cols_of(a), &a, 1);
}
