#include "graph/ops.h"

/* ½ Σⱼ |aᵢⱼ − bᵢⱼ| */
static double row_variation(Tensor a, Tensor b, int row)
{
    double sum = 0;
    for (int j = 0; j < a.cols; j++)
        sum += fabs((double)at(a, row, j) - (double)at(b, row, j));
    return sum / 2;
}

static void forward(Node *node)
{
    Tensor a = node->inputs[0]->value, b = node->inputs[1]->value;
    double sum = 0;
    for (int i = 0; i < a.rows; i++)
        sum += row_variation(a, b, i);
    node->value.data[0] = (real)(sum / a.rows);
}

/* The larger minus the smaller of each pair of cells. */
static void explain_cells(Explanation *e, const Node *a, const Node *b)
{
    for (int i = 0; i < rows_of(a); i++)
        for (int j = 0; j < cols_of(a); j++) {
            bool a_is_larger = at(a->value, i, j) >= at(b->value, i, j);
            explanation_add(e, " + (@ − @)", (Cell){a_is_larger ? a : b, i, j},
                            (Cell){a_is_larger ? b : a, i, j});
        }
}

/* In full, then as a sum over rows. */
static void explain(Explanation *e, Cell c)
{
    const Node *a = c.node->inputs[0], *b = c.node->inputs[1];
    if (tensor_size(a->value) <= EXPLAINED_TERMS) {
        explanation_begin(e, "(");
        explain_cells(e, a, b);
        explanation_add(e, ") / (2 × %d)", rows_of(a));
    }
    explanation_begin(e, "(");
    for (int i = 0; i < rows_of(a); i++)
        explanation_add(e, " + #", row_variation(a->value, b->value, i));
    explanation_add(e, ") / %d", rows_of(a));
    e->remark = "of each row, half the sum of its differences: the share of its weight that "
                "would have to move";
}

/* A difference and a sum per cell. */
ON_TWO(total_variation, "total_variation", "Σ |{1} − {2*}|/2n", explain, forward,
       .shapes = "nm,nm>11", .kind = VALUE_FRACTION, .input_steps = 2);
