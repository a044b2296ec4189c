#include "graph/ops.h"

/* base^(2i/d) in row or column 2i or 2i + 1 */
static double divisor(const Node *node, int place)
{
    double exponent = (double)(place - place % 2) / cols_of(node);
    return portable_exp(exponent * portable_log(node->parameter.told.number));
}

/* sin or cos of the angle's formula, then of its value. */
static void explain_angle(Explanation *e, const Node *node, const char *function, int p, int place)
{
    explanation_begin(e,
                      arena_format(e->arena, "%s(%d / %g^(%d/%d))", function, p,
                                   node->parameter.told.number, place - place % 2, cols_of(node)));
    explanation_begin(e, arena_format(e->arena, "%s(#)", function), p / divisor(node, place));
}

/* ---- positions ---- */

static void forward(Node *node)
{
    for (int col = 0; col < cols_of(node); col++) {
        double length = divisor(node, col), (*wave)(double) = col % 2 ? portable_cos : portable_sin;
        for (int p = 0; p < rows_of(node); p++)
            tensor_row(node->value, p)[col] = (real)wave(p / length);
    }
}

static void explain(Explanation *e, Cell c)
{
    explain_angle(e, c.node, c.col % 2 ? "cos" : "sin", c.row, c.col);
}

static const Op op = {"sinusoids", "PE(p, 2i) = sin(p/%g^{2i/d}), PE(p, 2i+1) = cos(p/%g^{2i/d})",
                      explain, forward, .steps = 1};

Node *sinusoids(Graph *g, int n, int d, double base)
{
    CHECK(base >= 0, "base %g", base);
    Node model = {.op = &op, .parameter.told.number = base > 0 ? base : POSITION_BASE};
    return graph_node(g, model, n, d, NULL, 0);
}

/* ---- rotations ---- */

/* cos a, sin a over −sin a, cos a */
static void forward_rotations(Node *node)
{
    for (int i = 0; i < rows_of(node); i += 2) {
        real *upper = tensor_row(node->value, i) + i, *lower = tensor_row(node->value, i + 1) + i;
        double a = node->parameter.told.steps / divisor(node, i);
        upper[0] = lower[1] = (real)portable_cos(a);
        upper[1] = (real)portable_sin(a);
        lower[0] = -upper[1];
    }
}

static void explain_rotation(Explanation *e, Cell c)
{
    const char *function = c.row == c.col ? "cos" : c.row < c.col ? "sin" : "−sin";
    if (!explained_as_constant(e, c.row / 2 != c.col / 2, "each frequency turns by itself"))
        explain_angle(e, c.node, function, c.node->parameter.told.steps, c.row);
}

/* A sine or cosine per cell of the 2 × 2 blocks. */
COST_BY(2.0 * rows_of(node))

static const Op rotation_op = {"rotations", "rotation of features 2i, 2i+1 by %d/%g^{2i/d}",
                               explain_rotation, forward_rotations, .cost = cost};

Node *rotations(Graph *g, int steps, int d, double base)
{
    CHECK(base > 0 && d % 2 == 0, "base %g, %d features", base, d);
    Node model = {.op = &rotation_op, .parameter.told = {base, steps}};
    return graph_node(g, model, d, d, NULL, 0);
}
