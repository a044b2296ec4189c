#include "base/elementary.h"
#include "graph/ops.h"

/* p / base^(2i/d) for column 2i or 2i+1 */
static double angle(const Node *node, int p, int col)
{
    double exponent = (double)(col - col % 2) / cols_of(node);
    return p / portable_exp(exponent * portable_log(node->parameter.base));
}

static void forward(Node *node)
{
    for (int p = 0; p < rows_of(node); p++)
        for (int col = 0; col < cols_of(node); col++) {
            double a = angle(node, p, col);
            tensor_row(node->value, p)[col] = (real)(col % 2 ? portable_cos(a) : portable_sin(a));
        }
}

static void explain(const Node *node, int row, int col, Explanation *e)
{
    const char *function = col % 2 ? "cos(" : "sin(";
    explanation_begin(e);
    explanation_text(e, arena_format(e->arena, "%s%d / %g^(%d/%d))", function, row,
                                     node->parameter.base, col - col % 2, cols_of(node)));
    explanation_begin(e);
    explanation_text(e, function);
    explanation_number(e, angle(node, row, col));
    explanation_text(e, ")");
}

static void write(Graph *g, const Node *node, Writing *w)
{
    double base = node->parameter.base;
    const char *template = arena_format(
        g->arena, "PE(p, 2i) = sin(p/%g^{2i/d}), PE(p, 2i+1) = cos(p/%g^{2i/d})", base, base);
    w->formula = formula_filled(g, node, template);
}

static const Op op = {"sinusoids", forward, NULL, explain, .steps = 1, .write = write};

Node *sinusoids(Graph *g, int n, int d, double base)
{
    CHECK(base > 0, "base %g", base);
    Node model = {.op = &op, .parameter.base = base};
    return graph_node(g, model, n, d, NULL, 0);
}
