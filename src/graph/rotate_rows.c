#include "graph/ops.h"

/* Pretrained models have it, and are not trained here: nothing is learned through it. */

/* The column that a column is paired with, and the factors of both. */
typedef struct Pair {
    int other;
    double cos, sin; /* of the angle; sin is negated in the first half of a block */
} Pair;

static Pair pair_at(const Node *node, int row, int col)
{
    int d = node->parameter.told.steps, half = d / 2, place = col % d;
    bool is_first = place < half;
    double exponent = 2.0 * (place % half) / d;
    double angle = row / portable_exp(exponent * portable_log(node->parameter.told.number));
    double sine = portable_sin(angle);
    return (Pair){col + (is_first ? half : -half), portable_cos(angle), is_first ? -sine : sine};
}

/* yᵢ = xᵢ cos − xₖ sin, yₖ = xₖ cos + xᵢ sin for the pair i, k = i + d/2; each block of a row has
   the same angles */
static void forward(Node *node)
{
    int d = node->parameter.told.steps, half = d / 2;
    for (int cell = 0; cell < rows_of(node) * half; cell++) {
        int row = cell / half, first = cell % half;
        const real *x = tensor_row(node->inputs[0]->value, row);
        real *y = tensor_row(node->value, row);
        Pair p = pair_at(node, row, first);
        for (int i = first, k = first + half; k < cols_of(node); i += d, k += d) {
            y[i] = x[i] * (real)p.cos + x[k] * (real)p.sin;
            y[k] = x[k] * (real)p.cos + x[i] * -(real)p.sin;
        }
    }
}

static void explain(Explanation *e, Cell c)
{
    Pair p = pair_at(c.node, c.row, c.col);
    explanation_begin(e, "{1} × # + @ × #", p.cos, (Cell){c.node->inputs[0], c.row, p.other},
                      p.sin);
    e->remark = arena_format(e->arena, "cos and %ssin of %d / %g^(%d/%d)",
                             p.other > c.col ? "−" : "", c.row, c.node->parameter.told.number,
                             2 * (smaller(c.col, p.other) % c.node->parameter.told.steps),
                             c.node->parameter.told.steps);
}

/* Per cell: two products and their sum. The axes and the mask are those of the input. */
static const Op op = {"rotate_rows", "R({1})", explain, forward, .steps = 3, .fills = true};

Node *rotate_rows(Graph *g, Node *a, int d, double base)
{
    CHECK(base > 0 && d % 2 == 0 && cols_of(a) % d == 0, "base %g, %d of %d columns", base, d,
          cols_of(a));
    return node_of_shapes(g, (Node){.op = &op, .parameter.told = {base, d}}, &a, 1);
}
