#include "graph/ops.h"

static real root(const Node *node)
{
    return (real)sqrt(node->parameter.dimension);
}

static const Op product;

static void forward(Node *node)
{
    Tensor x = node->inputs[0]->value;
    (node->op == &product ? vector_scale : vector_divide)(node->value.data, x.data, root(node),
                                                          (int)tensor_size(x));
}

/* ∂A += ∂C √d, or ∂C / √d */
static void backward(Node *node)
{
    real factor = node->op == &product ? root(node) : 1 / root(node);
    vector_add_scaled(node->inputs[0]->grad.data, factor, node->grad.data,
                      (int)tensor_size(node->grad));
}

/* The quotient, then with the root evaluated. */
static void explain(Explanation *e, Cell c)
{
    bool divided = c.node->op != &product;
    explanation_begin(e, divided ? "{1} / √%d" : "{1} × √%d", c.node->parameter.dimension);
    if (divided)
        explanation_begin(e, "# / #", (double)at(c.node->inputs[0]->value, c.row, c.col),
                          (double)root(c.node));
}

/* √d_k if `dimension` is the number of features summed over; else the number itself. */
static const char *symbol(Graph *g, Axis features, int dimension)
{
    if (features.count != dimension)
        return arena_format(g->arena, "%d", dimension);
    return features.symbol ? features.symbol : "d";
}

/* Takes the symbol from the columns of a factor with that many features, looking back through the
   first inputs. */
static void write_quotient(Graph *g, const Node *node, Writing *w)
{
    Axis wide = {0};
    for (const Node *a = node->inputs[0]; a->input_count && !wide.name; a = a->inputs[0])
        for (int i = a->input_count - 1; i >= 0; i--) {
            Axis features = writing_of(g, a->inputs[i])->cols;
            if (features.count == node->parameter.dimension && !features.named)
                wide = features;
        }
    const char *d = symbol(g, wide, node->parameter.dimension);
    w->formula = formula_filled(g, node, arena_format(g->arena, "{1*}/√%s", d));
}

static void write_product_by_root(Graph *g, const Node *node, Writing *w)
{
    const char *d = symbol(g, w->cols, node->parameter.dimension);
    w->formula = formula_filled(g, node, arena_format(g->arena, "√%s · {1*}", d));
}

DERIVE_BY(node->op == &product ? multiply_by_root(g, dy, node->parameter.dimension)
                               : divide_by_root(g, dy, node->parameter.dimension))

static const Op quotient = {
    "divide_by_root",        NULL,          explain,          forward,        backward, .steps = 1,
    .write = write_quotient, .fills = true, .derive = derive, .by_rows = true};

Node *divide_by_root(Graph *g, Node *a, int d)
{
    return node_of_shapes(g, (Node){.op = &quotient, .parameter.dimension = d}, &a, 1);
}

static const Op product = {
    "multiply_by_root", NULL,       explain,       forward,         backward,
    .derive = derive,   .steps = 1, .fills = true, .by_rows = true, .write = write_product_by_root};

Node *multiply_by_root(Graph *g, Node *a, int d)
{
    return node_of_shapes(g, (Node){.op = &product, .parameter.dimension = d}, &a, 1);
}
