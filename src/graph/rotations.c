#include "base/elementary.h"
#include "graph/ops.h"

/* steps / base^(2i/d) for row or column 2i or 2i+1 */
static double angle(const Node *node, int row)
{
    double exponent = (double)(row - row % 2) / rows_of(node);
    return node->parameter.turn.steps /
           portable_exp(exponent * portable_log(node->parameter.turn.base));
}

static double cell(const Node *node, int row, int col)
{
    double a = angle(node, row);
    if (row == col)
        return portable_cos(a);
    if (row / 2 != col / 2)
        return 0;
    return row < col ? portable_sin(a) : -portable_sin(a);
}

static void forward(Node *node)
{
    for (int i = 0; i < rows_of(node); i += 2)
        for (int k = 0; k < 4; k++)
            tensor_row(node->value, i + k / 2)[i + k % 2] = (real)cell(node, i + k / 2, i + k % 2);
}

static void explain(const Node *node, int row, int col, Explanation *e)
{
    const char *function = row == col ? "cos(" : row < col ? "sin(" : "−sin(";
    explanation_begin(e);
    if (row / 2 != col / 2) {
        explanation_text(e, "0");
        e->remark = "each frequency turns by itself";
        return;
    }
    explanation_text(e, arena_format(e->arena, "%s%d / %g^(%d/%d))", function,
                                     node->parameter.turn.steps, node->parameter.turn.base,
                                     row - row % 2, rows_of(node)));
    explanation_begin(e);
    explanation_text(e, function);
    explanation_number(e, angle(node, row));
    explanation_text(e, ")");
}

/* A sine or cosine for each cell of the blocks. */
static double cost(const Node *node)
{
    return 2.0 * rows_of(node);
}

static void write(Graph *g, const Node *node, Writing *w)
{
    const char *template = arena_format(g->arena, "rotation of features 2i, 2i+1 by %d/%g^{2i/d}",
                                        node->parameter.turn.steps, node->parameter.turn.base);
    w->formula = formula_filled(g, node, template);
}

static const Op op = {"rotations", forward, NULL, explain, .cost = cost, .write = write};

Node *rotations(Graph *g, int steps, int d, double base)
{
    CHECK(base > 0 && d % 2 == 0, "base %g, %d features", base, d);
    Node model = {.op = &op, .parameter.turn = {base, steps}};
    return graph_node(g, model, d, d, NULL, 0);
}
