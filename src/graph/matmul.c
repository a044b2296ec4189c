#include "tensor/matmul.h"

#include "graph/ops.h"

/* AB and ABᵀ are one operation, with b read as it is or transposed. */
static Operand right(const Node *node)
{
    Tensor b = node->inputs[1]->value;
    return node->parameter.transposed ? transposed(b) : plain(b);
}

static void forward(Node *node)
{
    matmul_into(node->value, plain(node->inputs[0]->value), right(node), OVERWRITE);
}

/* C = AB:   ∂A += ∂C Bᵀ,  ∂B += Aᵀ ∂C
   C = ABᵀ:  ∂A += ∂C B,   ∂B += ∂Cᵀ A */
static void backward(Node *node)
{
    Node *a = node->inputs[0], *b = node->inputs[1];
    bool turned = node->parameter.transposed;
    if (a->wants_grad)
        matmul_into(a->grad, plain(node->grad), turned ? plain(b->value) : transposed(b->value),
                    ACCUMULATE);
    if (b->wants_grad && turned)
        matmul_into(b->grad, transposed(node->grad), plain(a->value), ACCUMULATE);
    if (b->wants_grad && !turned)
        matmul_into(b->grad, transposed(a->value), plain(node->grad), ACCUMULATE);
}

/* The row of a times the column of b (the row of b, when it is read transposed). */
static void explain(const Node *node, int row, int col, Explanation *e)
{
    const Node *a = node->inputs[0], *b = node->inputs[1];
    bool turned = node->parameter.transposed;
    explanation_begin(e);
    for (int k = 0; k < cols_of(a); k++) {
        explanation_text(e, k ? " + " : "");
        explanation_cell(e, a, row, k);
        explanation_text(e, " × ");
        explanation_cell(e, b, turned ? col : k, turned ? k : col);
    }
}

static void write(Graph *g, const Node *node, Writing *w)
{
    bool turned = node->parameter.transposed;
    write_product(g, node, w);
    if (turned)
        w->cols = axis_itself(writing_of(g, node->inputs[1])->rows);
    w->formula = formula_filled(g, node, turned ? "{1*}~{2!}ᵀ" : "{1*}~{2*}");
}

static const Op op = {"matmul", forward, backward, explain, .sums_products = true, .write = write};

Node *matmul(Graph *g, Node *a, Node *b)
{
    CHECK(cols_of(a) == rows_of(b), "%d × %d by %d × %d", rows_of(a), cols_of(a), rows_of(b),
          cols_of(b));
    return graph_node(g, (Node){.op = &op}, rows_of(a), cols_of(b), (Node *[]){a, b}, 2);
}

Node *matmul_transposed(Graph *g, Node *a, Node *b)
{
    CHECK(cols_of(a) == cols_of(b), "%d × %d by the transpose of %d × %d", rows_of(a), cols_of(a),
          rows_of(b), cols_of(b));
    Node model = {.op = &op, .parameter.transposed = true};
    return graph_node(g, model, rows_of(a), rows_of(b), (Node *[]){a, b}, 2);
}
