#include "graph/ops.h"
#include "tensor/vector.h"

/* The column of a row's largest number from 1, the first of equals; 0 in a row of zeros. */
static int place_of_largest(Tensor a, int row)
{
    bool any = false;
    for (int j = 0; j < a.cols; j++)
        any = any || at(a, row, j) != 0;
    return any ? largest_in_row(a, row) + 1 : 0;
}

static void forward(Node *node)
{
    for (int i = 0; i < rows_of(node); i++)
        node->value.data[i] = (real)place_of_largest(node->inputs[0]->value, i);
}

/* A step function: its slope is 0. */
static void backward(Node *node)
{
    (void)node;
}

static void explain(const Node *node, int row, int col, Explanation *e)
{
    const Node *a = node->inputs[0];
    int place = place_of_largest(a->value, row);
    explanation_begin(e);
    explanation_number(e, (double)at(node->value, row, col));
    e->remark = place ? arena_format(e->arena, "the largest of the row is in column %d", place)
                      : "the row has only zeros";
    if (place)
        explanation_use(e, a, row, place - 1);
}

static const Op op = {"argmax_rows",
                      forward,
                      backward,
                      explain,
                      .input_steps = 1,
                      .formula = "argmax_j {1*}",
                      .write = write_for_rows};

Node *argmax_rows(Graph *g, Node *a)
{
    return graph_node(g, (Node){.op = &op}, rows_of(a), 1, &a, 1);
}
