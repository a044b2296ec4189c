#include "graph/ops.h"

static real squared_length(const Node *whole)
{
    return vector_dot(whole->value.data, whole->value.data, cols_of(whole));
}

static void forward(Node *node)
{
    const Node *parts = node->inputs[0], *whole = node->inputs[1];
    real square = squared_length(whole);
    if (square == 0)
        return; /* if the whole is zero, so are the shares */
    for (int i = 0; i < rows_of(parts); i++)
        node->value.data[i] =
            vector_dot(tensor_row(parts->value, i), whole->value.data, cols_of(whole)) / square;
}

/* The dot product of part and whole over the whole's squared length in full, then as two
   numbers. */
static void explain(Explanation *e, Cell c)
{
    const Node *parts = c.node->inputs[0], *whole = c.node->inputs[1];
    real square = squared_length(whole);
    if (explained_as_constant(e, square == 0,
                              "the whole is zero: no part has a share, by definition"))
        return;
    Cell part = {parts, c.col, 0}, all = {whole, 0, 0};
    explanation_begin(e, "(@·@) / (@·@)", part, all, all, all);
    real dot = vector_dot(tensor_row(parts->value, c.col), whole->value.data, cols_of(whole));
    explanation_begin(e, "# / #", (double)dot, (double)square);
    e->remark = "how far the part goes along the whole, the whole being 1";
}

/* The cost: each part · whole, and whole · whole. */
ON_TWO(shares, "shares", "{1*} · {2*}/({2*} · {2*})", explain, forward, .shapes = "nd,1d>1n",
       .cost = cost_of_terms, .kind = VALUE_SHARE, .sums_products = true);
