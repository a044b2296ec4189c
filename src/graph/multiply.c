#include "graph/ops.h"

/* c += a ⊙ b, over n numbers; c overlaps neither */
static void add_product(real *restrict c, const real *restrict a, const real *restrict b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        c[i] += a[i] * b[i];
}

/* b[k,m] multiplies the first k rows of a[n,m], the next k, and so on: A ⊙ B, or
   each row of A ⊙ b. */
FOR_EACH_PROCESSOR
static void forward(Node *node)
{
    Tensor a = node->inputs[0]->value, b = node->inputs[1]->value;
    size_t size = tensor_size(b);
    for (int i = 0; i < a.rows; i += b.rows) {
        const real *x = tensor_row(a, i);
        real *y = tensor_row(node->value, i);
        for (size_t k = 0; k < size; k++)
            y[k] = x[k] * b.data[k];
    }
}

/* ∂A += ∂C ⊙ B,  ∂B += the sum of ∂C ⊙ A over the rows it multiplied */
static void backward(Node *node)
{
    Node *a = node->inputs[0], *b = node->inputs[1];
    size_t size = tensor_size(b->value);
    for (int i = 0; a->wants_grad && i < rows_of(a); i += rows_of(b))
        add_product(tensor_row(a->grad, i), tensor_row(node->grad, i), b->value.data, size);
    for (int i = 0; b->wants_grad && i < rows_of(a); i += rows_of(b))
        add_product(b->grad.data, tensor_row(node->grad, i), tensor_row(a->value, i), size);
}

/* The gradient of b is summed over all rows it multiplied. */
DERIVE_BY(rows_of(node->inputs[input]) < rows_of(node)
              ? column_sums(g, multiply(g, dy, node->inputs[0]))
              : chained(g, dy, node->inputs[1 - input]))

/* The product of two fractions is a fraction whose rows do not sum to 1; that of sizes is a
   size. */
void write_cell_product(Graph *g, const Node *node, Writing *w)
{
    ValueKind a = writing_of(g, node->inputs[0])->kind, b = writing_of(g, node->inputs[1])->kind;
    bool sizes = (is_weight_kind(a) || a == VALUE_SIZE) && (is_weight_kind(b) || b == VALUE_SIZE);
    w->kind = is_weight_kind(a) && is_weight_kind(b) ? VALUE_FRACTION
              : sizes                                ? VALUE_SIZE
                                                     : VALUE_SIGNED;
}

ON_TWO(multiply, "multiply", "{1*} ⊙ {2*}", NULL, forward, backward, .arithmetic = "{1} × {2}",
       .steps = 1, .derive = derive, .write = write_cell_product, .fills = true, .by_rows = true);

ON_TWO(multiply_row, "multiply_row", "{1*} ⊙ {2*}", NULL, forward, backward,
       .arithmetic = "{1} × {2}", .steps = 1, .derive = derive, .fills = true,
       .shapes = "nm,1m>nm");
