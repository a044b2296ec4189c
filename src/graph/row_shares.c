#include "graph/ops.h"
#include "tensor/vector.h"

static void forward(real *y, const real *x, int n)
{
    real sum = vector_sum(x, n);
    for (int j = 0; j < n; j++)
        y[j] = sum != 0 ? x[j] * (1 / sum) : 0;
}

static void explain(Explanation *e, Cell c)
{
    const Node *a = c.node->inputs[0];
    real sum = vector_sum(tensor_row(a->value, c.row), cols_of(a));
    if (sum == 0) {
        explanation_begin(e, "0");
        e->remark = "the row sums to 0: 0/0 is no number, and 0 a convention";
        return;
    }
    explanation_begin(e, "@ / (", (Cell){a, c.row, c.col});
    explanation_row(e, "@", a, c.row);
    explanation_add(e, ")");
    explanation_begin(e, "@ / #", (Cell){a, c.row, c.col}, (double)sum);
}

/* A sum and a quotient a cell. */
static const Op op = {
    "row_shares", "{1!}_{ij}/Σ_j {1!}_{ij}", explain, .rows = {forward}, .backward = no_backward,
    .steps = 2,   .kind = VALUE_FRACTION,
};

Node *row_shares(Graph *g, Node *a)
{
    return graph_node(g, (Node){.op = &op}, rows_of(a), cols_of(a), &a, 1);
}
