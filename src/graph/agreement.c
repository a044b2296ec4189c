#include "graph/ops.h"

static bool are_equal(const Node *node, int row, int col)
{
    return at(node->inputs[0]->value, row, col) == at(node->inputs[1]->value, row, 0);
}

static int equal_rows(const Node *node, int col)
{
    int equal = 0;
    for (int i = 0; i < rows_of(node->inputs[0]); i++)
        equal += are_equal(node, i, col);
    return equal;
}

FORWARD_BY_CELLS(forward, (real)equal_rows(node, col) / (real)rows_of(node->inputs[0]))

static void explain(Explanation *e, Cell c)
{
    int n = rows_of(c.node->inputs[0]);
    explanation_begin(e, "(");
    for (int i = 0; i < n; i++) {
        explanation_add(e, " + %d", are_equal(c.node, i, c.col));
        explanation_use(e, (Cell){c.node->inputs[0], i, c.col});
        explanation_use(e, (Cell){c.node->inputs[1], i, 0});
    }
    explanation_add(e, ") / %d", n);
    e->remark = "1 for each row in which both are the same";
}

ON_TWO(agreement, "agreement", "Σ_i [{1} = {2}]/n", explain, forward, .input_steps = 1,
       .shapes = "nm,n1>1m", .is_flat = true, .kind = VALUE_FRACTION);
