#include "graph/ops.h"
#include "tensor/vector.h"

/* Groups of rows: where each begins. */
static int first_of(const Node *node, int group)
{
    return group ? node->parameter.ends[group - 1] : 0;
}

static int length_of(const Node *node, int group)
{
    return node->parameter.ends[group] - first_of(node, group);
}

static void check_groups(const int *ends, int groups, const Node *rows)
{
    CHECK(groups > 0 && ends[groups - 1] == rows_of(rows), "%d groups of %d rows", groups,
          rows_of(rows));
}

/* ---- softmax ---- */

/* How many groups there are: the last ends where the rows do. */
static int groups_of(const Node *node)
{
    int groups = 0;
    while (groups == 0 || node->parameter.ends[groups - 1] < rows_of(node))
        groups++;
    return groups;
}

static void softmax_forward(Node *node)
{
    for (int i = 0; i < groups_of(node); i++) {
        const real *x = node->inputs[0]->value.data + first_of(node, i);
        real *y = node->value.data + first_of(node, i);
        int n = length_of(node, i);
        vector_exp(y, x, vector_max(x, n), n);
        vector_scale(y, 1 / vector_sum(y, n), n);
    }
}

/* y = softmax(x):  ∂xⱼ += yⱼ (∂yⱼ − Σₖ ∂yₖ yₖ) */
static void softmax_backward(Node *node)
{
    real *dx = node->inputs[0]->grad.data, *y = node->value.data, *dy = node->grad.data;
    for (int i = 0; i < groups_of(node); i++) {
        int first = first_of(node, i), n = length_of(node, i);
        real inner = vector_dot(dy + first, y + first, n);
        for (int j = first; j < first + n; j++)
            dx[j] += y[j] * (dy[j] - inner);
    }
}

static void softmax_explain(Explanation *e, Cell c)
{
    int group = 0;
    while (c.node->parameter.ends[group] <= c.row)
        group++;
    explanation_begin(e, "exp(@) / (", (Cell){c.node->inputs[0], c.row, 0});
    for (int j = first_of(c.node, group); j < c.node->parameter.ends[group]; j++)
        explanation_term(e, "exp(@)", (Cell){c.node->inputs[0], j, 0});
    explanation_add(e, ")");
}

static const Op softmax_op = {"group_softmax",          "softmax_i({1})", softmax_explain,
                              softmax_forward,          softmax_backward, .steps = 3,
                              .kind = VALUE_PROBABILITY};

Node *group_softmax(Graph *g, Node *a, const int *ends, int groups)
{
    check_groups(ends, groups, a);
    CHECK(cols_of(a) == 1, "a group softmax of %d columns", cols_of(a));
    return graph_node(g, (Node){.op = &softmax_op, .parameter.ends = ends}, rows_of(a), 1, &a, 1);
}

/* ---- weighted sums ---- */

static void sums_forward(Node *node)
{
    for (int i = 0; i < rows_of(node); i++)
        for (int k = first_of(node, i); k < node->parameter.ends[i]; k++)
            vector_add_scaled(tensor_row(node->value, i), node->inputs[0]->value.data[k],
                              tensor_row(node->inputs[1]->value, k), cols_of(node));
}

/* ∂wₖ += ∂cᵢ · vₖ,  ∂vₖ += wₖ ∂cᵢ */
static void sums_backward(Node *node)
{
    Node *weights = node->inputs[0], *values = node->inputs[1];
    for (int i = 0; i < rows_of(node); i++)
        for (int k = first_of(node, i); k < node->parameter.ends[i]; k++) {
            const real *dc = tensor_row(node->grad, i);
            if (weights->wants_grad)
                weights->grad.data[k] +=
                    vector_dot(dc, tensor_row(values->value, k), cols_of(node));
            if (values->wants_grad)
                vector_add_scaled(tensor_row(values->grad, k), weights->value.data[k], dc,
                                  cols_of(node));
        }
}

static void sums_explain(Explanation *e, Cell c)
{
    explanation_begin(e, "");
    for (int k = first_of(c.node, c.row); k < c.node->parameter.ends[c.row]; k++)
        explanation_term(e, "@ × @", (Cell){c.node->inputs[0], k, 0},
                         (Cell){c.node->inputs[1], k, c.col});
}

static double sums_cost(const Node *node)
{
    return (double)tensor_size(node->inputs[1]->value);
}

static const Op sums_op = {
    "group_sums",  "Σ_{k ∈ i} {1!}_k {2!}_k", sums_explain,      sums_forward,
    sums_backward, .sums_products = true,     .cost = sums_cost, .write = write_for_columns};

Node *group_sums(Graph *g, Node *weights, Node *values, const int *ends, int groups)
{
    check_groups(ends, groups, weights);
    CHECK(cols_of(weights) == 1 && rows_of(values) == rows_of(weights),
          "%d × %d values for weights of %d × %d", rows_of(values), cols_of(values),
          rows_of(weights), cols_of(weights));
    return graph_node(g, (Node){.op = &sums_op, .parameter.ends = ends}, groups, cols_of(values),
                      (Node *[]){weights, values}, 2);
}
