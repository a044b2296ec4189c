#include "graph/ops.h"
#include "tensor/vector.h"

static void forward(Node *node)
{
    Tensor a = node->inputs[0]->value;
    const real *w = node->inputs[1]->value.data;
    for (int i = 0; i < a.rows; i++)
        vector_add_scaled(tensor_row(node->value, i), w[i], tensor_row(a, i), a.cols);
}

/* cᵢ = wᵢ aᵢ:  ∂aᵢ += wᵢ ∂cᵢ,  ∂wᵢ += aᵢ · ∂cᵢ */
static void backward(Node *node)
{
    Node *a = node->inputs[0], *w = node->inputs[1];
    for (int i = 0; i < rows_of(node); i++) {
        const real *dc = tensor_row(node->grad, i);
        if (a->wants_grad)
            vector_add_scaled(tensor_row(a->grad, i), w->value.data[i], dc, cols_of(node));
        if (w->wants_grad)
            w->grad.data[i] += vector_dot(tensor_row(a->value, i), dc, cols_of(node));
    }
}

static void explain(Explanation *e, Cell c)
{
    explanation_begin(e, "@ × @", (Cell){c.node->inputs[1], 0, c.row},
                      (Cell){c.node->inputs[0], c.row, c.col});
}

static const Op op = {"weigh_rows", "diag({2})~{1*}", explain, forward, backward, .steps = 1};

Node *weigh_rows(Graph *g, Node *a, Node *w)
{
    CHECK(rows_of(w) == 1 && cols_of(w) == rows_of(a), "%d × %d weights of %d rows", rows_of(w),
          cols_of(w), rows_of(a));
    return graph_node(g, (Node){.op = &op}, rows_of(a), cols_of(a), (Node *[]){a, w}, 2);
}
