#include "graph/ops.h"

/* y = softmax(x):  ∂xⱼ += yⱼ (∂yⱼ − Σₖ ∂yₖ yₖ) */
static void backward(real *dx, const real *dy, const real *y, UNUSED const real *x, int n)
{
    real inner = vector_dot(dy, y, n);
    for (int j = 0; j < n; j++)
        dx[j] += y[j] * (dy[j] - inner);
}

/* exp(x − max) / (exp(x₁ − max) + …), then with the exponentials evaluated, then with the
   denominator summed. */
static void explain(Explanation *e, Cell c)
{
    const Node *a = c.node->inputs[0];
    int m = cols_of(a);
    const real *in = tensor_row(a->value, c.row);
    real max = vector_max(in, m);
    if (explained_as_constant(
            e, isinf(max),
            "every key is masked: exp(−∞)/Σ exp(−∞) is 0/0, which is no number, and frameworks "
            "print NaN; here the weights are 0, a convention"))
        return;
    explanation_begin(e, "exp(@ − #) / (", (Cell){a, c.row, c.col}, (double)max);
    for (int j = 0; j < m; j++)
        explanation_add(e, " + exp(@ − #)", (Cell){a, c.row, j}, (double)max);
    explanation_add(e, ")");
    real *exponentials = tensor_new(e->arena, 1, m).data;
    vector_exp(exponentials, in, max, m);
    explanation_begin(e, "# / (", (double)exponentials[c.col]);
    for (int j = 0; j < m; j++)
        explanation_add(e, " + #", (double)exponentials[j]);
    explanation_add(e, ")");
    explanation_begin(e, "# / #", (double)exponentials[c.col], (double)vector_sum(exponentials, m));
    e->remark = "the row's largest score is subtracted first: the quotient stays the same, and no "
                "exponential can overflow";
}

/* ∂x = ∂y ⊙ y − (Σ ∂y ⊙ y) y, of each row */
static Node *derive(Graph *g, Node *node, UNUSED int input, Node *dy)
{
    Node *shared = rows_of(node) == 1 ? matmul(g, matmul_transposed(g, dy, node), node)
                                      : weigh_rows(g, node, transpose(g, row_dots(g, dy, node)));
    return subtract(g, chained(g, dy, node), shared);
}

/* An exponential, a sum and a division per cell. */
ON_ONE(softmax_rows, "softmax_rows", "softmax({1})", explain, .rows.forward = vector_softmax,
       .by_rows = true, .derive = derive, .rows.backward = backward, .steps = 3,
       .kind = VALUE_PROBABILITY);

/* ---- groups of rows ---- */

static void forward_groups(Node *node)
{
    const int *groups = node->parameter.groups;
    for (int i = 0, end = 0; i < rows_of(node); i = end) {
        while (end < rows_of(node) && groups[end] == groups[i])
            end++;
        vector_softmax(node->value.data + i, node->inputs[0]->value.data + i, end - i);
    }
}

static const Op group_op = {"group_softmax", .shapes = "n1>n1", .forward = forward_groups,
                            .steps = 3};

Node *group_softmax(Graph *g, Node *a, const int *groups)
{
    return node_of_shapes(g, (Node){.op = &group_op, .parameter.groups = groups}, &a, 1);
}
