/* Each row of a matrix B is paired with a row of a matrix A, and each pair has a number s: their
 * dot product s = a·b, or the weight of b in a sum a = Σ s b. The backward pass of one is the
 * forward pass of the other.
 */
#include "graph/ops.h"

typedef struct Pairs {
    Tensor numbers, a, b;
    const int *groups; /* the row of A for each row of B; NULL: B is position-major, with row k of B
                          paired with k mod rows of A */
} Pairs;

typedef struct Pair {
    real *number, *a, *b;
} Pair;

/* In the position-major case, row i of `numbers` holds the numbers of A's row i. */
static Pair pair(const Pairs *p, int k)
{
    int i = p->groups ? p->groups[k] : k % p->a.rows;
    int place = p->groups ? k : i * (p->b.rows / p->a.rows) + k / p->a.rows;
    return (Pair){p->numbers.data + place, tensor_row(p->a, i), tensor_row(p->b, k)};
}

/* The one of the three that is accumulated over all pairs: s += a·b, a += s b or b += s a. */
typedef enum Side { NUMBERS, A, B } Side;

static void add_to(Side side, Pairs p)
{
    for (int k = 0; k < p.b.rows; k++) {
        Pair of = pair(&p, k);
        if (side == NUMBERS)
            *of.number += vector_dot(of.a, of.b, p.b.cols);
        else if (side == A)
            vector_add_scaled(of.a, *of.number, of.b, p.b.cols);
        else
            vector_add_scaled(of.b, *of.number, of.a, p.b.cols);
    }
}

/* ---- dot products ---- */

static void forward(Node *node)
{
    add_to(NUMBERS, (Pairs){node->value, node->inputs[0]->value, node->inputs[1]->value, NULL});
}

/* ∂a += ∂s b,  ∂b += ∂s a */
static void backward(Node *node)
{
    const Node *a = node->inputs[0], *b = node->inputs[1];
    if (a->wants_grad)
        add_to(A, (Pairs){node->grad, a->grad, b->value, NULL});
    if (b->wants_grad)
        add_to(B, (Pairs){node->grad, a->value, b->grad, NULL});
}

static void explain(Explanation *e, Cell c)
{
    explanation_begin(e, "@·@", (Cell){c.node->inputs[0], c.row, 0},
                      (Cell){c.node->inputs[1], c.col * rows_of(c.node) + c.row, 0});
}

/* For one sentence it is a matrix product, and is derived as one. */
static const Op op = {"batched_dots",
                      "{1*}~{2!}ᵀ",
                      explain,
                      forward,
                      backward,
                      .sums_products = true,
                      .shapes = "gd,td>gt",
                      .derive = derive_product_transposed};

Node *batched_dots(Graph *g, Node *queries, Node *keys)
{
    int sentences = rows_of(queries);
    CHECK(sentences > 0 && cols_of(queries) == cols_of(keys) && rows_of(keys) % sentences == 0,
          "%d × %d queries, %d × %d keys", sentences, cols_of(queries), rows_of(keys),
          cols_of(keys));
    return graph_node(g, (Node){.op = &op}, sentences, rows_of(keys) / sentences,
                      (Node *[]){queries, keys}, 2);
}

/* A batch of one-word sentences. */
DERIVE_BY(weigh_rows(g, node->inputs[1 - input], transpose(g, dy)))

ON_TWO(row_dots, "row_dots", "Σ_j {1!}_j {2!}_j", explain, forward, backward, .sums_products = true,
       .derive = derive, .shapes = "nd,nd>n1");

/* ---- weighted sums ---- */

static const Op weigh_rows_op;

/* weigh_rows takes its weights second, the others first. */
static Node *weights_of(const Node *node)
{
    return node->inputs[node->op == &weigh_rows_op];
}

static Node *values_of(const Node *node)
{
    return node->inputs[node->op != &weigh_rows_op];
}

static void forward_sums(Node *node)
{
    add_to(A, (Pairs){weights_of(node)->value, node->value, values_of(node)->value,
                      node->parameter.groups});
}

/* ∂s += ∂a · b,  ∂b += s ∂a */
static void backward_sums(Node *node)
{
    const Node *weights = weights_of(node), *values = values_of(node);
    if (weights->wants_grad)
        add_to(NUMBERS, (Pairs){weights->grad, node->grad, values->value, node->parameter.groups});
    if (values->wants_grad)
        add_to(B, (Pairs){weights->value, node->grad, values->grad, node->parameter.groups});
}

static void explain_sums(Explanation *e, Cell c)
{
    const Node *weights = weights_of(c.node), *values = values_of(c.node);
    Pairs p = {weights->value, c.node->value, values->value, c.node->parameter.groups};
    explanation_begin(e, "");
    for (int k = 0; k < rows_of(values); k++) {
        Pair of = pair(&p, k);
        int place = (int)(of.number - weights->value.data), cols = cols_of(weights);
        if (of.a == tensor_row(p.a, c.row))
            explanation_add(e, " + @ × @", (Cell){weights, place / cols, place % cols},
                            (Cell){values, k, c.col});
    }
}

COST_BY((double)tensor_size(values_of(node)->value))

static Node *sums(Graph *g, Node model, int rows, Node *weights, Node *values)
{
    CHECK(rows_of(values) == (int)tensor_size(weights->value), "%d × %d weights of %d rows",
          rows_of(weights), cols_of(weights), rows_of(values));
    return graph_node(g, model, rows, cols_of(values), (Node *[]){weights, values}, 2);
}

static const Op batched_op = {"batched_sums",       "{1*}~{2*}",   explain_sums,
                              forward_sums,         backward_sums, .sums_products = true,
                              .shapes = "gt,td>gd", .cost = cost,  .derive = derive_product};

Node *batched_sums(Graph *g, Node *weights, Node *values)
{
    return sums(g, (Node){.op = &batched_op}, rows_of(weights), weights, values);
}

static const Op group_op = {
    "group_sums",  "Σ_{k ∈ i} {1!}_k {2!}_k", explain_sums, forward_sums,
    backward_sums, .sums_products = true,     .cost = cost, .shapes = "p1,pd>gd"};

Node *group_sums(Graph *g, Node *weights, Node *values, const int *groups)
{
    int pairs = rows_of(weights);
    CHECK(cols_of(weights) == 1 && pairs > 0, "%d × %d weights", pairs, cols_of(weights));
    Node model = {.op = &group_op, .parameter.groups = groups};
    return sums(g, model, groups[pairs - 1] + 1, weights, values);
}

ON_TWO(weigh_rows, "weigh_rows", "diag({2})~{1*}", explain_sums, forward_sums, backward_sums,
       .turned_formula = "{1*} diag({2})", .shapes = "nm,1n>nm", .steps = 1);
