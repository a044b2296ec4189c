#include "graph/ops.h"

/* The sum of a row's first `count` weights. */
static double sum_before(Tensor weights, int row, int count)
{
    double sum = 0;
    for (int j = 0; j < count; j++)
        sum += (double)at(weights, row, j);
    return sum;
}

/* The first place where the running sum of the weights exceeds `draw` times their total; if
   rounding leaves none, the last place with a weight. */
static int drawn(Tensor weights, int row, double draw)
{
    double all = sum_before(weights, row, weights.cols);
    int place = 0;
    while (sum_before(weights, row, place + 1) <= fmin(draw * all, nextafter(all, 0)))
        place++;
    return place;
}

/* The column chosen; −1 in a row without weights. */
static int taken(const Node *node, int row)
{
    Tensor weights = node->inputs[0]->value;
    const double *draws = node->parameter.draws;
    if (!(sum_before(weights, row, weights.cols) > 0))
        return -1;
    return draws ? drawn(weights, row, draws[row]) : largest_in_row(weights, row);
}

static void forward(Node *node)
{
    for (int i = 0; i < rows_of(node); i++) {
        int place = taken(node, i);
        if (place >= 0)
            tensor_row(node->value, i)[place] = 1;
    }
}

static const char *digits(const Explanation *e, double x)
{
    return digits_text(e->arena, x, e->digits);
}

static const char *why(const Node *node, int row, int place, const Explanation *e)
{
    Tensor weights = node->inputs[0]->value;
    if (!node->parameter.draws)
        return arena_format(e->arena, "the largest weight, %s, is that of column %d",
                            digits(e, (double)at(weights, row, place)), place + 1);
    double all = sum_before(weights, row, weights.cols);
    return arena_format(e->arena,
                        "drawn %s of the row's sum: column %d begins at %s and ends at %s",
                        digits(e, node->parameter.draws[row]), place + 1,
                        digits(e, sum_before(weights, row, place) / all),
                        digits(e, sum_before(weights, row, place + 1) / all));
}

static void explain(Explanation *e, Cell c)
{
    int place = taken(c.node, c.row);
    explanation_begin(e, "#", (double)at(c.node->value, c.row, c.col));
    e->remark = place < 0 ? "no column has a weight" : why(c.node, c.row, place, e);
    for (int j = 0; j < cols_of(c.node); j++)
        explanation_use(e, (Cell){c.node->inputs[0], c.row, j});
}

static void write(Graph *g, const Node *node, Writing *w)
{
    const char *template = node->parameter.draws ? "one-hot(draw {1*})" : "one-hot(argmax {1*})";
    w->mask = NULL;
    w->formula = formula_filled(g, node, template);
}

static const Op op = {"take_one", NULL,           explain,         forward,
                      .steps = 1, .write = write, .is_flat = true, .kind = VALUE_PROBABILITY};

Node *take_one(Graph *g, Node *weights, const double *draws)
{
    return node_of_shapes(g, (Node){.op = &op, .parameter.draws = draws}, &weights, 1);
}
