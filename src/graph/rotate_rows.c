#include "graph/ops.h"

/* The factors of a column and of the one it is paired with. */
typedef struct Pair {
    int col, other;
    double cos, sin; /* of the angle; sin is negated in the first half of a block */
} Pair;

static Pair pair_at(const Node *node, int row, int col)
{
    int d = node->parameter.told.steps, half = d / 2, place = col % d;
    bool is_first = place < half;
    double exponent = 2.0 * (place % half) / d;
    double base = node->parameter.told.number;
    double angle = row / portable_exp(exponent * portable_log(base)), sine = portable_sin(angle);
    return (Pair){col, col + (is_first ? half : -half), portable_cos(angle),
                  is_first ? -sine : sine};
}

/* yᵢ = xᵢ cos − xₖ sin, yₖ = xₖ cos + xᵢ sin for the pair i, k = i + d/2 */
static void forward(Node *node)
{
    for (int row = 0; row < rows_of(node); row++) {
        const real *x = tensor_row(node->inputs[0]->value, row);
        real *y = tensor_row(node->value, row);
        for (int col = 0; col < cols_of(node); col++) {
            Pair p = pair_at(node, row, col);
            y[col] = x[col] * (real)p.cos + x[p.other] * (real)p.sin;
        }
    }
}

/* ∂x is ∂y rotated back. */
static void backward(Node *node)
{
    for (int row = 0; row < rows_of(node); row++) {
        const real *dy = tensor_row(node->grad, row);
        real *dx = tensor_row(node->inputs[0]->grad, row);
        for (int col = 0; col < cols_of(node); col++) {
            Pair p = pair_at(node, row, col);
            dx[col] += dy[col] * (real)p.cos;
            dx[p.other] += dy[col] * (real)p.sin;
        }
    }
}

static void explain(Explanation *e, Cell c)
{
    Pair p = pair_at(c.node, c.row, c.col);
    Node *a = c.node->inputs[0];
    explanation_begin(e, "@ × # + @ × #", (Cell){a, c.row, p.col}, p.cos, (Cell){a, c.row, p.other},
                      p.sin);
    e->remark = arena_format(e->arena, "cos and %ssin of %d / %g^(%d/%d)",
                             p.other > p.col ? "−" : "", c.row, c.node->parameter.told.number,
                             2 * (smaller(p.col, p.other) % c.node->parameter.told.steps),
                             c.node->parameter.told.steps);
}

/* Per cell: two products and their sum. The axes and the mask are those of the input. */
static const Op op = {"rotate_rows", "R({1})",   explain,      forward,
                      backward,      .steps = 3, .fills = true};

Node *rotate_rows(Graph *g, Node *a, int d, double base)
{
    CHECK(base > 0 && d % 2 == 0 && cols_of(a) % d == 0, "base %g, %d of %d columns", base, d,
          cols_of(a));
    return node_of_shapes(g, (Node){.op = &op, .parameter.told = {base, d}}, &a, 1);
}
