#include "graph/ops.h"

/* What a softmax does after its exponentials, a step at a time: their sum, and a division. */

static void forward(real *y, const real *x, int n)
{
    *y = vector_sum(x, n);
}

static void backward(real *dx, const real *dy, const real *y, const real *x, int n)
{
    (void)x, (void)y;
    for (int j = 0; j < n; j++)
        dx[j] += *dy;
}

static const Op op = {
    "row_totals",  "Σ_j {1!}[i, j]",        .arithmetic = "Σ{1}",     .input_steps = 1,
    .of = OF_ROWS, .rows.forward = forward, .rows.backward = backward};

Node *row_totals(Graph *g, Node *a)
{
    return graph_node(g, (Node){.op = &op}, rows_of(a), 1, &a, 1);
}

static void forward_division(Node *node)
{
    Tensor a = node->inputs[0]->value, by = node->inputs[1]->value;
    for (int i = 0; i < a.rows; i++)
        for (int j = 0; j < a.cols; j++)
            tensor_row(node->value, i)[j] = at(a, i, j) / at(by, i, 0);
}

/* c = a/b:  ∂a += ∂c / b,  ∂b −= ∂c c / b */
static void backward_division(Node *node)
{
    Node *a = node->inputs[0], *by = node->inputs[1];
    for (int i = 0; i < rows_of(a); i++)
        for (int j = 0; j < cols_of(a); j++) {
            real share = at(node->grad, i, j) / at(by->value, i, 0);
            if (a->wants_grad)
                tensor_row(a->grad, i)[j] += share;
            if (by->wants_grad)
                by->grad.data[i] -= share * at(node->value, i, j);
        }
}

static const Op division_op = {"divide_rows",
                               "{1*}/{2*}",
                               .forward = forward_division,
                               .steps = 1,
                               .backward = backward_division,
                               .fills = true,
                               .arithmetic = "{1} / {2}"};

Node *divide_rows(Graph *g, Node *a, Node *by)
{
    bool fit = rows_of(by) == rows_of(a) && cols_of(by) == 1;
    return node_of_two(g, (Node){.op = &division_op}, fit, rows_of(a), cols_of(a), a, by);
}
