#include "graph/ops.h"

FORWARD_BY_CELLS(forward, row == col ? node->inputs[0]->value.data[row] : 0)

static void explain(Explanation *e, Cell c)
{
    if (c.row == c.col)
        explanation_copy(e, (Cell){c.node->inputs[0], 0, c.col});
    else
        explanation_begin(e, "0");
}

ON_ONE(diagonal, "diagonal", "diag({1})", explain, forward, .shapes = "1n>nn");

Node *diagonal_of(const Node *node)
{
    return node->op == &diagonal_op ? node->inputs[0] : NULL;
}
