#include "graph/ops.h"

/* The 1-based argmax of a row, the first of equals; 0 for a row of zeros. */
static int place_of_largest(Tensor a, int row)
{
    return vector_size(tensor_row(a, row), a.cols) > 0 ? largest_in_row(a, row) + 1 : 0;
}

FORWARD_BY_CELLS(forward, place_of_largest(node->inputs[0]->value, row))

static void explain(Explanation *e, Cell c)
{
    int place = place_of_largest(c.node->inputs[0]->value, c.row);
    explanation_begin(e, "#", (double)place);
    e->remark = "the row has only zeros";
    if (!place)
        return;
    e->remark = arena_format(e->arena, "the largest of the row is in column %d", place);
    explanation_use(e, (Cell){c.node->inputs[0], c.row, place - 1});
}

ON_ONE(argmax_rows, "argmax_rows", "argmax_j {1*}", explain, forward, .input_steps = 1,
       .is_flat = true, .shapes = "nm>n1");
