#include "graph/ops.h"
#include "tensor/vector.h"

static void forward(Node *node)
{
    Tensor a = node->inputs[0]->value, b = node->inputs[1]->value;
    for (int i = 0; i < a.rows; i++)
        node->value.data[i] = vector_dot(tensor_row(a, i), tensor_row(b, i), a.cols);
}

/* cᵢ = aᵢ · bᵢ:  ∂aᵢ += ∂cᵢ bᵢ,  ∂bᵢ += ∂cᵢ aᵢ */
static void backward(Node *node)
{
    for (int k = 0; k < 2; k++) {
        Node *a = node->inputs[k], *b = node->inputs[1 - k];
        if (a->wants_grad)
            for (int i = 0; i < rows_of(a); i++)
                vector_add_scaled(tensor_row(a->grad, i), node->grad.data[i],
                                  tensor_row(b->value, i), cols_of(a));
    }
}

static void explain(const Node *node, int row, int col, Explanation *e)
{
    (void)col;
    const Node *a = node->inputs[0], *b = node->inputs[1];
    explanation_begin(e);
    explanation_dot(e, a, row, b, row);
}

static const Op op = {"row_dots",
                      forward,
                      backward,
                      explain,
                      .sums_products = true,
                      .formula = "Σ_j {1!}_j {2!}_j",
                      .write = write_for_rows};

Node *row_dots(Graph *g, Node *a, Node *b)
{
    CHECK(same_shape(a->value, b->value), "rows of %d × %d by rows of %d × %d", rows_of(a),
          cols_of(a), rows_of(b), cols_of(b));
    return graph_node(g, (Node){.op = &op}, rows_of(a), 1, (Node *[]){a, b}, 2);
}
