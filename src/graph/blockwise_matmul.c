#include "graph/ops.h"
#include "tensor/matmul.h"

/* Block number `index` of a matrix cut into `blocks` of as many rows each. */
static Tensor block(Tensor t, int blocks, int index)
{
    int rows = t.rows / blocks;
    return (Tensor){rows, t.cols, tensor_row(t, index * rows)};
}

static Operand right(const Node *node, int index)
{
    Tensor b = block(node->inputs[1]->value, node->parameter.blocks.count, index);
    return node->parameter.blocks.transposed ? transposed(b) : plain(b);
}

static void forward(Node *node)
{
    int blocks = node->parameter.blocks.count;
    for (int i = 0; i < blocks; i++)
        matmul_into(block(node->value, blocks, i), plain(block(node->inputs[0]->value, blocks, i)),
                    right(node, i), OVERWRITE);
}

/* Of each block, C = AB:  ∂A += ∂C Bᵀ, ∂B += Aᵀ ∂C;  C = ABᵀ:  ∂A += ∂C B, ∂B += ∂Cᵀ A */
static void backward_block(const Node *node, int index)
{
    const Node *a = node->inputs[0], *b = node->inputs[1];
    int blocks = node->parameter.blocks.count;
    Tensor dc = block(node->grad, blocks, index), a_value = block(a->value, blocks, index);
    bool turned = node->parameter.blocks.transposed;
    if (a->wants_grad) {
        Operand back = right(node, index);
        back.transposed = !back.transposed;
        matmul_into(block(a->grad, blocks, index), plain(dc), back, ACCUMULATE);
    }
    if (b->wants_grad)
        matmul_into(block(b->grad, blocks, index), transposed(turned ? dc : a_value),
                    plain(turned ? a_value : dc), ACCUMULATE);
}

static void backward(Node *node)
{
    for (int i = 0; i < node->parameter.blocks.count; i++)
        backward_block(node, i);
}

/* The row of a times the column of its block of b (the row, when it is read transposed). */
static void explain(const Node *node, int row, int col, Explanation *e)
{
    const Node *a = node->inputs[0], *b = node->inputs[1];
    int blocks = node->parameter.blocks.count;
    int first = row / (rows_of(a) / blocks) * (rows_of(b) / blocks);
    bool turned = node->parameter.blocks.transposed;
    explanation_begin(e);
    for (int k = 0; k < cols_of(a); k++) {
        explanation_text(e, k ? " + " : "");
        explanation_cell(e, a, row, k);
        explanation_text(e, " × ");
        explanation_cell(e, b, first + (turned ? col : k), turned ? k : col);
    }
}

static void write(Graph *g, const Node *node, Writing *w)
{
    bool turned = node->parameter.blocks.transposed;
    write_product(g, node, w);
    if (turned)
        w->cols = axis_itself(writing_of(g, node->inputs[1])->rows);
    w->formula = formula_filled(g, node, turned ? "{1*}~{2!}ᵀ" : "{1*}~{2*}");
}

static const Op op = {"blockwise_matmul",    forward,       backward, explain,
                      .sums_products = true, .write = write};

static void check_blocks(const Node *a, const Node *b, int blocks)
{
    CHECK(blocks > 0 && rows_of(a) % blocks == 0 && rows_of(b) % blocks == 0,
          "%d and %d rows in %d blocks", rows_of(a), rows_of(b), blocks);
}

Node *blockwise_matmul(Graph *g, Node *a, Node *b, int blocks)
{
    if (blocks == 1)
        return matmul(g, a, b);
    check_blocks(a, b, blocks);
    CHECK(cols_of(a) == rows_of(b) / blocks, "%d × %d by %d × %d in %d blocks", rows_of(a),
          cols_of(a), rows_of(b), cols_of(b), blocks);
    Node model = {.op = &op, .parameter.blocks = {blocks, false}};
    return graph_node(g, model, rows_of(a), cols_of(b), (Node *[]){a, b}, 2);
}

Node *blockwise_matmul_transposed(Graph *g, Node *a, Node *b, int blocks)
{
    if (blocks == 1)
        return matmul_transposed(g, a, b);
    check_blocks(a, b, blocks);
    CHECK(cols_of(a) == cols_of(b), "%d × %d by the transpose of %d × %d", rows_of(a), cols_of(a),
          rows_of(b), cols_of(b));
    Node model = {.op = &op, .parameter.blocks = {blocks, true}};
    return graph_node(g, model, rows_of(a), rows_of(b) / blocks, (Node *[]){a, b}, 2);
}
