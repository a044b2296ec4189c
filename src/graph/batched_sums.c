#include "graph/derivative.h"
#include "graph/ops.h"
#include "tensor/vector.h"

static void forward(Node *node)
{
    Tensor weights = node->inputs[0]->value, values = node->inputs[1]->value;
    for (int j = 0; j < weights.cols; j++)
        for (int i = 0; i < weights.rows; i++)
            vector_add_scaled(tensor_row(node->value, i), at(weights, i, j),
                              tensor_row(values, j * weights.rows + i), values.cols);
}

/* cᵢ = Σⱼ wᵢⱼ v:  ∂wᵢⱼ += ∂cᵢ · v,  ∂v += wᵢⱼ ∂cᵢ */
static void backward(Node *node)
{
    Node *weights = node->inputs[0], *values = node->inputs[1];
    for (int j = 0; j < cols_of(weights); j++)
        for (int i = 0; i < rows_of(weights); i++) {
            const real *dc = tensor_row(node->grad, i);
            int row = j * rows_of(weights) + i;
            if (weights->wants_grad)
                tensor_row(weights->grad, i)[j] +=
                    vector_dot(dc, tensor_row(values->value, row), cols_of(node));
            if (values->wants_grad)
                vector_add_scaled(tensor_row(values->grad, row), at(weights->value, i, j), dc,
                                  cols_of(node));
        }
}

static void explain(Explanation *e, Cell c)
{
    const Node *weights = c.node->inputs[0], *values = c.node->inputs[1];
    explanation_begin(e, "");
    for (int j = 0; j < cols_of(weights); j++)
        explanation_term(e, "@ × @", (Cell){weights, c.row, j},
                         (Cell){values, j * rows_of(weights) + c.row, c.col});
}

/* Of one sentence, where it is a product of matrices. */
static Node *derive(Graph *g, Node *node, int input, Node *dy)
{
    CHECK(rows_of(node) == 1, "%d sentences", rows_of(node));
    return input ? matmul(g, transpose(g, node->inputs[0]), dy)
                 : chained_product(g, dy, node->inputs[1], true);
}

static const Op op = {
    "batched_sums", "{1*}~{2*}",           explain,          forward,
    backward,       .sums_products = true, .derive = derive, .write = write_product};

Node *batched_sums(Graph *g, Node *weights, Node *values)
{
    CHECK(rows_of(values) == (int)tensor_size(weights->value),
          "%d × %d values for weights of %d × %d", rows_of(values), cols_of(values),
          rows_of(weights), cols_of(weights));
    return graph_node(g, (Node){.op = &op}, rows_of(weights), cols_of(values),
                      (Node *[]){weights, values}, 2);
}
