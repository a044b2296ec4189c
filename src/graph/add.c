#include "graph/ops.h"
#include "tensor/vector.h"

#include <math.h>

static void forward(Node *node)
{
    const real *a = node->inputs[0]->value.data, *b = node->inputs[1]->value.data;
    for (size_t i = 0; i < tensor_size(node->value); i++)
        node->value.data[i] = a[i] + b[i];
}

/* ∂A += ∂C,  ∂B += ∂C */
static void backward(Node *node)
{
    for (int i = 0; i < 2; i++)
        if (node->inputs[i]->wants_grad)
            vector_add_scaled(node->inputs[i]->grad.data, 1, node->grad.data,
                              (int)tensor_size(node->grad));
}

/* Where the second term is a mask's −∞, the first does not matter and is not a use. */
static void explain(const Node *node, int row, int col, Explanation *e)
{
    const Node *a = node->inputs[0], *b = node->inputs[1];
    explanation_begin(e);
    if (isinf(at(b->value, row, col))) {
        explanation_number(e, (double)at(a->value, row, col));
        e->remark = "masked: this key is hidden from this query";
    } else {
        explanation_cell(e, a, row, col);
    }
    explanation_text(e, " + ");
    explanation_cell(e, b, row, col);
}

/* What a mask was added to can be masked. */
static void write(Graph *g, const Node *node, Writing *w)
{
    if (writing_of(g, node->inputs[1])->kind == VALUE_MASK)
        w->mask = node->inputs[1];
}

static const Op op = {"add",         forward, backward, explain, .steps = 1, .formula = "{1} + {2}",
                      .write = write};

Node *add(Graph *g, Node *a, Node *b)
{
    CHECK(same_shape(a->value, b->value), "%d × %d plus %d × %d", rows_of(a), cols_of(a),
          rows_of(b), cols_of(b));
    return graph_node(g, (Node){.op = &op}, rows_of(a), cols_of(a), (Node *[]){a, b}, 2);
}
