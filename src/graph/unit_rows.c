#include "graph/ops.h"
#include "tensor/vector.h"

#include <math.h>

static real length_of(const real *x, int n)
{
    return (real)sqrt((double)vector_dot(x, x, n));
}

static void forward(real *y, const real *x, int n)
{
    real length = length_of(x, n);
    for (int j = 0; j < n; j++)
        y[j] = length != 0 ? x[j] / length : 0;
}

/* The cell over the row's length: spelled out, then as a number. */
static void explain(Explanation *e, Cell c)
{
    const Node *a = c.node->inputs[0];
    real length = length_of(tensor_row(a->value, c.row), cols_of(a));
    if (length == 0) {
        explanation_begin(e, "0");
        e->remark = "a vector of zeros has no direction and stays zero";
        return;
    }
    explanation_begin(e, "@ / √(", (Cell){a, c.row, c.col});
    explanation_dot(e, a, c.row, a, c.row);
    explanation_add(e, ")");
    explanation_begin(e, "# / #", (double)at(a->value, c.row, c.col), (double)length);
    e->remark = "the divisor is the length of the row";
}

/* A square for the length, and a division. */
static const Op op = {
    "unit_rows", "{1!}/|{1}|", explain, .rows = {forward}, .backward = no_backward, .steps = 2};

Node *unit_rows(Graph *g, Node *a)
{
    return graph_node(g, (Node){.op = &op}, rows_of(a), cols_of(a), &a, 1);
}
