#include "graph/ops.h"

static void forward(Node *node)
{
    Tensor parts = node->inputs[0]->value, whole = node->inputs[1]->value;
    real square = dot_of_rows(whole, 0, whole, 0);
    if (square == 0)
        return; /* if the whole is zero, so are the shares */
    for (int i = 0; i < parts.rows; i++)
        node->value.data[i] = dot_of_rows(parts, i, whole, 0) / square;
}

/* The dot product of part and whole over the whole's squared length in full, then as two
   numbers. */
static void explain(Explanation *e, Cell c)
{
    const Node *parts = c.node->inputs[0], *whole = c.node->inputs[1];
    real square = dot_of_rows(whole->value, 0, whole->value, 0);
    if (explained_as_constant(e, square == 0,
                              "the whole is zero: no part has a share, by definition"))
        return;
    Cell part = {parts, c.col, 0}, all = {whole, 0, 0};
    explanation_begin(e, "(@·@) / (@·@)", part, all, all, all);
    real dot = dot_of_rows(parts->value, c.col, whole->value, 0);
    explanation_begin(e, "# / #", (double)dot, (double)square);
    e->remark = "how far the part goes along the whole, the whole being 1";
}

/* The cost: each part · whole, and whole · whole. */
ON_TWO(shares, "shares", "{1*} · {2*}/({2*} · {2*})", explain, forward, .shapes = "nd,1d>1n",
       .cost = cost_of_terms, .kind = VALUE_SHARE, .sums_products = true);
