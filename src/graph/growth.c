#include "graph/ops.h"

/* The last row before the first number of the column that is not positive or is subnormal; −1 if
   that is row 0. */
static int last_positive(Tensor a, int col)
{
    int row = 0;
    while (row < a.rows && at(a, row, col) > 0 && isnormal(at(a, row, col)))
        row++;
    return row - 1;
}

static double mean_factor(Tensor a, int col)
{
    int last = last_positive(a, col);
    double ratio = last > 0 ? (double)at(a, last, col) / (double)at(a, 0, col) : 0;
    return last > 0 ? portable_exp(portable_log(ratio) / last) : 0;
}

FORWARD_BY_CELLS(forward, mean_factor(node->inputs[0]->value, col))

/* (last / first)^(1 / steps); of one step the quotient */
static void explain(Explanation *e, Cell c)
{
    const Node *a = c.node->inputs[0];
    int last = last_positive(a->value, c.col);
    if (explained_as_constant(e, last <= 0, "nothing is left after the first"))
        return;
    explanation_begin(e, rows_of(a) > 2 ? "(@ / @)^(1 / #)" : "@ / @", (Cell){a, last, c.col},
                      (Cell){a, 0, c.col}, (double)last);
    e->remark = rows_of(a) == 2         ? NULL
                : last < rows_of(a) - 1 ? "the mean factor of a step, as far as anything is left"
                                        : "the mean factor of a step";
}

static void write(Graph *g, const Node *node, Writing *w)
{
    if (rows_of(node->inputs[0]) == 2)
        w->formula = formula_filled(g, node, "{1!}_2/{1!}_1");
}

/* Two quotients and two elementary functions. */
ON_ONE(growth, "growth", "({1!}_l/{1!}_1)^{1/(l − 1)}", explain, forward, .steps = 4,
       .shapes = "nm>1m", .write = write, .kind = VALUE_SIZE);
