#include "graph/derivative.h"
#include "graph/ops.h"
#include "tensor/vector.h"

/* Of query i, its j-th key. */
static int key_row(const Node *node, int i, int j)
{
    return j * rows_of(node) + i;
}

static void forward(Node *node)
{
    Tensor queries = node->inputs[0]->value, keys = node->inputs[1]->value;
    for (int j = 0; j < cols_of(node); j++)
        for (int i = 0; i < rows_of(node); i++)
            tensor_row(node->value, i)[j] = vector_dot(
                tensor_row(queries, i), tensor_row(keys, key_row(node, i, j)), queries.cols);
}

/* cᵢⱼ = q · k:  ∂q += ∂cᵢⱼ k,  ∂k += ∂cᵢⱼ q */
static void backward(Node *node)
{
    Node *queries = node->inputs[0], *keys = node->inputs[1];
    for (int j = 0; j < cols_of(node); j++)
        for (int i = 0; i < rows_of(node); i++) {
            real dc = at(node->grad, i, j);
            int row = key_row(node, i, j);
            if (queries->wants_grad)
                vector_add_scaled(tensor_row(queries->grad, i), dc, tensor_row(keys->value, row),
                                  cols_of(queries));
            if (keys->wants_grad)
                vector_add_scaled(tensor_row(keys->grad, row), dc, tensor_row(queries->value, i),
                                  cols_of(queries));
        }
}

static void explain(Explanation *e, Cell c)
{
    explanation_begin(e, "");
    explanation_dot(e, c.node->inputs[0], c.row, c.node->inputs[1], key_row(c.node, c.row, c.col));
}

static void write(Graph *g, const Node *node, Writing *w)
{
    const Writing *keys = writing_of(g, node->inputs[1]);
    w->cols = keys->rows.count == cols_of(node) ? axis_itself(keys->rows)
                                                : feature_axis(g, cols_of(node));
}

/* Of one sentence, where it is a product of matrices. */
static Node *derive(Graph *g, Node *node, int input, Node *dy)
{
    CHECK(rows_of(node) == 1, "%d sentences", rows_of(node));
    return input ? matmul(g, transpose(g, dy), node->inputs[0])
                 : chained_product(g, dy, node->inputs[1], false);
}

static const Op op = {"batched_dots", "{1*}~{2!}ᵀ",          explain,          forward,
                      backward,       .sums_products = true, .derive = derive, .write = write};

Node *batched_dots(Graph *g, Node *queries, Node *keys)
{
    CHECK(cols_of(queries) == cols_of(keys) && rows_of(queries) > 0 &&
              rows_of(keys) % rows_of(queries) == 0,
          "%d × %d keys for queries of %d × %d", rows_of(keys), cols_of(keys), rows_of(queries),
          cols_of(queries));
    return graph_node(g, (Node){.op = &op}, rows_of(queries), rows_of(keys) / rows_of(queries),
                      (Node *[]){queries, keys}, 2);
}

/* A batch of sentences of one word. */
static Node *derive_row(Graph *g, Node *node, int input, Node *dy)
{
    return weigh_rows(g, node->inputs[1 - input], transpose(g, dy));
}

static const Op row_op = {
    "row_dots",           "Σ_j {1!}_j {2!}_j",    explain, forward, backward, .sums_products = true,
    .derive = derive_row, .write = write_for_rows};

Node *row_dots(Graph *g, Node *a, Node *b)
{
    CHECK(same_shape(a->value, b->value), "rows of %d × %d by rows of %d × %d", rows_of(a),
          cols_of(a), rows_of(b), cols_of(b));
    return graph_node(g, (Node){.op = &row_op}, rows_of(a), 1, (Node *[]){a, b}, 2);
}
