#include "graph/ops.h"

static bool are_equal(const Node *node, int row, int col)
{
    return at(node->inputs[0]->value, row, col) == at(node->inputs[1]->value, row, 0);
}

static void forward(Node *node)
{
    int n = rows_of(node->inputs[0]);
    for (int j = 0; j < cols_of(node); j++) {
        int equal = 0;
        for (int i = 0; i < n; i++)
            equal += are_equal(node, i, j);
        node->value.data[j] = (real)equal / (real)n;
    }
}

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
