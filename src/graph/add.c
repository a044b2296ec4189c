#include "graph/ops.h"

static const Op subtract_op;

/* The sign of b: −1 if it is subtracted. */
static real sign_of(const Node *node)
{
    return node->op == &subtract_op ? -1 : 1;
}

/* Adds b to successive blocks of k rows of a: the k rows of b are contiguous, and so is each
   block. */
FOR_EACH_PROCESSOR
static void forward(Node *node)
{
    Tensor a = node->inputs[0]->value, b = node->inputs[1]->value, c = node->value;
    size_t size = tensor_size(b);
    real sign = sign_of(node);
    CHECK(a.rows == b.rows || (b.rows > 0 && a.rows % b.rows == 0), "%d rows in turns of %d",
          a.rows, b.rows);
    for (int i = 0; i < a.rows; i += b.rows) {
        const real *x = tensor_row(a, i);
        real *y = tensor_row(c, i);
        for (size_t k = 0; k < size; k++)
            y[k] = x[k] + sign * b.data[k];
    }
}

/* ∂A += ∂C;  each row of ±B sums the gradients of the rows it was added to */
static void backward(Node *node)
{
    Node *a = node->inputs[0], *b = node->inputs[1];
    if (a->wants_grad)
        vector_add_scaled(a->grad.data, 1, node->grad.data, (int)tensor_size(node->grad));
    if (b->wants_grad)
        for (int i = 0; i < rows_of(a); i += rows_of(b))
            vector_add_scaled(b->grad.data, sign_of(node), tensor_row(node->grad, i),
                              (int)tensor_size(b->grad));
}

/* If the second term is a mask's −∞, the first does not matter and is not a use. */
static void explain(Explanation *e, Cell c)
{
    if (!isinf(at(c.node->inputs[1]->value, c.row, c.col))) {
        explanation_begin(e, "{1} + {2}");
        return;
    }
    explanation_begin(e, "# + {2}", (double)at(c.node->inputs[0]->value, c.row, c.col));
    e->remark = "masked: this key is hidden from this query";
}

/* The result of adding a mask can be masked. */
static void write(Graph *g, const Node *node, Writing *w)
{
    if (writing_of(g, node->inputs[1])->kind == VALUE_MASK)
        w->mask = node->inputs[1];
}

/* A bias sums the gradients of all rows. */
static Node *derive(Graph *g, Node *node, int input, Node *dy)
{
    const Node *b = node->inputs[1];
    CHECK(rows_of(b) == rows_of(node) || rows_of(b) == 1, "%d rows in turns", rows_of(b));
    if (input && rows_of(b) < rows_of(node))
        dy = column_sums(g, dy);
    return input && sign_of(node) < 0 ? multiply_by(g, dy, number_node(g, 1, 1, -1)) : dy;
}

ON_TWO(add, "add", "{1} + {2}", explain, forward, backward, .steps = 1, .write = write,
       .fills = true, .derive = derive, .by_rows = true);

ON_TWO(add_row, "add_row", "{1} + {2}", NULL, forward, backward, .steps = 1, .fills = true,
       .shapes = "nm,km>nm", .derive = derive);

/* The difference of two probabilities, or of parts of them, has its own kind. */
static void write_difference(Graph *g, const Node *node, Writing *w)
{
    ValueKind a = writing_of(g, node->inputs[0])->kind, b = writing_of(g, node->inputs[1])->kind;
    if (a == b && is_weight_kind(a))
        w->kind = VALUE_DIFFERENCE;
}

ON_TWO(subtract, "subtract", "{1} − {2*}", NULL, forward, backward, .steps = 1,
       .write = write_difference, .fills = true, .derive = derive, .by_rows = true);
