#include "graph/ops.h"

/* AB and ABᵀ, whole or block by block, are one operation that reads b as it is or transposed. */

/* Block number `index` of a matrix, divided into the product's number of blocks. */
static View block(const Node *node, Tensor t, int index)
{
    int rows = t.rows / node->parameter.blocks.count;
    return view_part(view_of(t), index * rows, rows, 0, t.cols);
}

static View right(const Node *node, int index, bool transposed)
{
    View b = block(node, node->inputs[1]->value, index);
    return transposed ? view_turned(b) : b;
}

/* Some rows of ABᵀ, which ask for Bᵀ again and again: it is turned once, with rows that do not all
   begin in the same set of the cache. */
static View turned_once(Node *node)
{
    enum { APART = 16 };
    Tensor b = node->inputs[1]->value, *turned = &node->parameter.blocks.turned;
    if (!turned->data) {
        *turned = tensor_unset(node->resting->arena, b.cols, b.rows + APART);
        copy_turned(view_part(view_of(*turned), 0, b.cols, 0, b.rows), view_transposed(b));
    }
    return view_part(view_of(*turned), 0, b.cols, 0, b.rows);
}

static void forward(Node *node)
{
    if (node->resting && node->first_row && node->parameter.blocks.transposed) {
        matmul_into(view_of(node->value), view_of(node->inputs[0]->value), turned_once(node),
                    OVERWRITE);
        return;
    }
    for (int i = 0; i < node->parameter.blocks.count; i++)
        matmul_into(block(node, node->value, i), block(node, node->inputs[0]->value, i),
                    right(node, i, node->parameter.blocks.transposed), OVERWRITE);
}

/* For each block, C = AB:  ∂A += ∂C Bᵀ, ∂B += Aᵀ ∂C;  C = ABᵀ:  ∂A += ∂C B, ∂B += ∂Cᵀ A */
static void backward(Node *node)
{
    const Node *a = node->inputs[0], *b = node->inputs[1];
    bool transposed = node->parameter.blocks.transposed;
    for (int i = 0; i < node->parameter.blocks.count; i++) {
        View dc = block(node, node->grad, i), a_value = block(node, a->value, i);
        if (a->wants_grad)
            matmul_into(block(node, a->grad, i), dc, right(node, i, !transposed), ACCUMULATE);
        if (b->wants_grad)
            matmul_into(block(node, b->grad, i), view_turned(transposed ? dc : a_value),
                        transposed ? a_value : dc, ACCUMULATE);
    }
}

static Node *derive(Graph *g, Node *node, int input, Node *dy)
{
    CHECK(node->parameter.blocks.count == 1, "%d blocks", node->parameter.blocks.count);
    return (node->parameter.blocks.transposed ? derive_product_transposed
                                              : derive_product)(g, node, input, dy);
}

/* The row of a times the column of b's block (its row if b is transposed). */
static void explain(Explanation *e, Cell c)
{
    const Node *a = c.node->inputs[0], *b = c.node->inputs[1];
    int blocks = c.node->parameter.blocks.count;
    int first = c.row / (rows_of(a) / blocks) * (rows_of(b) / blocks);
    bool transposed = c.node->parameter.blocks.transposed;
    explanation_begin(e, transposed ? "@·@" : "", (Cell){a, c.row, 0}, (Cell){b, first + c.col, 0});
    for (int k = 0; !transposed && k < cols_of(a); k++)
        explanation_add(e, " + @ × @", (Cell){a, c.row, k}, (Cell){b, first + k, c.col});
}

static void write(Graph *g, const Node *node, Writing *w)
{
    static const char *const formulas[2][2] = {{"{1*}~{2*}", "{1*}~{2!}ᵀ"},
                                               /* (AB)ᵀ = BᵀAᵀ, (ABᵀ)ᵀ = BAᵀ; ~ is of products */
                                               {"{2*}~{1*}", "{2!}ᵀ{1*}~"}};
    bool turned = node->parameter.blocks.transposed;
    if (turned)
        w->cols = axis_itself(writing_of(g, node->inputs[1])->rows);
    w->formula = formula_filled(g, node, formulas[words_are_columns(g)][turned]);
}

static const Op op = {"matmul",         NULL,
                      explain,          forward,
                      backward,         .shapes = "nk,km>nm",
                      .write = write,   .sums_products = true,
                      .derive = derive, .fills = true,
                      .by_rows = true};

static Node *product(Graph *g, Node *a, Node *b, int cols, int blocks, bool transposed)
{
    int inner = transposed ? cols_of(b) : rows_of(b) / blocks;
    CHECK(rows_of(a) % blocks == 0 && rows_of(b) % blocks == 0 && cols_of(a) == inner,
          "%d × %d by %d × %d in %d blocks", rows_of(a), cols_of(a), rows_of(b), cols_of(b),
          blocks);
    /* a row of the second block on follows from another part of b than one of the first */
    CHECK(blocks == 1 || !g->rooms, "%d blocks by rows", blocks);
    Node model = {.op = &op, .parameter.blocks = {.count = blocks, .transposed = transposed}};
    return graph_node(g, model, rows_of(a), cols, (Node *[]){a, b}, 2);
}

Node *blockwise_matmul(Graph *g, Node *a, Node *b, int blocks)
{
    return product(g, a, b, cols_of(b), blocks, false);
}

Node *blockwise_matmul_transposed(Graph *g, Node *a, Node *b, int blocks)
{
    return product(g, a, b, rows_of(b) / blocks, blocks, true);
}

Node *matmul(Graph *g, Node *a, Node *b)
{
    return blockwise_matmul(g, a, b, 1);
}

Node *matmul_transposed(Graph *g, Node *a, Node *b)
{
    return blockwise_matmul_transposed(g, a, b, 1);
}
