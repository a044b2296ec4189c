#include "graph/ops.h"

static double squared_length(Tensor t, int row)
{
    return (double)dot_of_rows(t, row, t, row);
}

static void forward(Node *node)
{
    Tensor a = node->inputs[0]->value, b = node->inputs[1]->value;
    for (int j = 0; j < b.rows; j++) {
        double square = squared_length(b, j);
        for (int i = 0; i < a.rows; i++)
            tensor_row(node->value, i)[j] = vector_cosine(tensor_row(a, i), squared_length(a, i),
                                                          tensor_row(b, j), square, a.cols);
    }
}

/* The product over both lengths in full, then as three numbers. */
static void explain(Explanation *e, Cell c)
{
    const Node *a = c.node->inputs[0], *b = c.node->inputs[1];
    double square_a = squared_length(a->value, c.row), square_b = squared_length(b->value, c.col);
    if (explained_as_constant(e, square_a == 0 || square_b == 0,
                              "a vector of zeros has no direction: its cosine is 0 by definition"))
        return;
    Cell x = {a, c.row, 0}, y = {b, c.col, 0};
    explanation_begin(e, "(@·@) / (√(@·@) × √(@·@))", x, y, x, x, y, y);
    real dot = dot_of_rows(a->value, c.row, b->value, c.col);
    explanation_begin(e, "# / (# × #)", (double)dot, sqrt(square_a), sqrt(square_b));
    e->remark = "the product of two vectors over the product of their lengths";
}

/* The squared length of each row of b; per cell that of the row of a, and the product. */
COST_BY((2.0 * rows_of(node) + 1) * cols_of(node) * cols_of(node->inputs[0]))

static void write(Graph *g, const Node *node, Writing *w)
{
    bool of_itself = node->inputs[0] == node->inputs[1];
    w->formula = formula_filled(g, node, of_itself ? "cos({1!}_i, {1!}_j)" : "cos({1}, {2})");
}

ON_TWO(cosines, "cosines", NULL, explain, forward, .shapes = "nd,md>nm", .kind = VALUE_COSINE,
       .sums_products = true, .cost = cost, .write = write);
