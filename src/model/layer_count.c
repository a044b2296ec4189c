#include "model/layer_count.h"

#include "base/text.h"
#include "graph/costs.h"
#include "graph/ops.h"

#include <math.h>

/* ---- multiply-adds ---- */

static bool is_counted_as(const OperationCount *o, const Node *node, double each)
{
    return o->name == node->op->name && o->rows == rows_of(node) && o->cols == cols_of(node) &&
           o->each == each;
}

/* The count that the node belongs to, which may be new; `most` is the room there is. */
static OperationCount *count_of(LayerCount *c, const Node *node, double each, int most)
{
    for (int i = 0; i < c->count; i++)
        if (is_counted_as(&c->operations[i], node, each))
            return &c->operations[i];
    CHECK(c->count < most, "more than %d kinds of operations", most);
    c->operations[c->count] = (OperationCount){
        .name = node->op->name, .rows = rows_of(node), .cols = cols_of(node), .each = each};
    return &c->operations[c->count++];
}

static void count_node(LayerCount *c, const Node *node, int most)
{
    double cost = node_cost(node);
    if (cost > 0)
        count_of(c, node, cost / (double)tensor_size(node->value), most)->times++;
    c->multiply_adds += cost;
}

LayerCount layer_count(Arena *arena, LayerKind kind, const LayerSizes *s)
{
    enum { KINDS_MOST = 16 };
    LayerCount c = {.operations = arena_alloc(arena, KINDS_MOST, sizeof *c.operations)};
    Arena *scratch = arena_new();
    Graph *g = graph_of_shapes(scratch);
    Node *last = layer(g, kind, s, 0, constant(g, (Tensor){s->n, s->d, NULL}, "the words"));
    for (int i = 0; i < g->count; i++)
        count_node(&c, g->nodes[i], KINDS_MOST);
    c.sequential = graph_products(g, last);
    arena_free(scratch);
    return c;
}

/* ---- how far a word reaches ---- */

/* One feature a word, a 1 for those that depend on the first: through a layer, and again only that
   it depends, so that nothing fades however many layers there are. */
static bool pass_layer(Arena *arena, LayerKind kind, const LayerSizes *s, int depth, real *reached)
{
    Graph *g = graph_new(arena);
    Tensor x = {.rows = s->n, .cols = 1, .data = reached};
    const Node *out = layer(g, kind, s, depth, constant(g, x, "1 for who has heard of the first"));
    for (int i = 0; i < s->n; i++)
        reached[i] = out->value.data[i] > 0 ? 1 : 0;
    return reached[s->n - 1] > 0;
}

int layer_reach(LayerKind kind, const LayerSizes *s)
{
    Arena *arena = arena_new(), *scratch = arena_new();
    LayerSizes narrow = *s;
    narrow.d = 1;
    real *reached = arena_alloc(arena, (size_t)s->n, sizeof *reached);
    reached[0] = 1;
    int layers = 1;
    while (!pass_layer(scratch, kind, &narrow, layers - 1, reached)) {
        CHECK(layers < s->n, "%d layers of kind %d do not reach word %d", layers, (int)kind, s->n);
        layers++;
        arena_reset(scratch);
    }
    arena_free(scratch);
    arena_free(arena);
    return layers;
}

/* ---- formulas ---- */

/* A softmax and the division by √d take 4 multiply-adds a score; tanh and σ take 3 a cell; a bias,
   a sum and a ReLU take 1. A GRU mixes old and new in 3 and resets in 1. */
static const struct {
    int count;
    CostTerm terms[COST_TERMS_MOST];
} formulas[LAYER_KINDS] = {
    [LAYER_SELF_ATTENTION] = {2, {{2, "n²d", .n = 2, .d = 1}, {4, "n²", .n = 2}}},
    [LAYER_RECURRENT] = {2, {{2, "nd²", .n = 1, .d = 2}, {5, "nd", .n = 1, .d = 1}}},
    [LAYER_CONVOLUTION] = {2, {{1, "knd²", .k = 1, .n = 1, .d = 2}, {2, "nd", .n = 1, .d = 1}}},
    [LAYER_RESTRICTED] = {2, {{2, "rnd", .r = 1, .n = 1, .d = 1}, {4, "rn", .r = 1, .n = 1}}},
    [LAYER_MULTI_HEAD] =
        {3, {{4, "nd²", .n = 1, .d = 2}, {2, "n²d", .n = 2, .d = 1}, {4, "n²", .n = 2}}},
    [LAYER_GRU] = {2, {{6, "nd²", .n = 1, .d = 2}, {19, "nd", .n = 1, .d = 1}}},
    [LAYER_DILATED] = {2, {{1, "knd²", .k = 1, .n = 1, .d = 2}, {2, "nd", .n = 1, .d = 1}}},
};

const CostTerm *layer_terms(LayerKind kind, int *count)
{
    *count = formulas[kind].count;
    return formulas[kind].terms;
}

const char *layer_formula(Arena *arena, LayerKind kind)
{
    Text text = text_new(arena);
    for (int i = 0; i < formulas[kind].count; i++) {
        const CostTerm *term = &formulas[kind].terms[i];
        text_add(&text, i ? " + " : "");
        if (term->coefficient > 1)
            text_format(&text, "%g", term->coefficient);
        text_add(&text, term->name);
    }
    return text.data;
}

static double power(double x, int exponent)
{
    double product = 1;
    while (exponent-- > 0)
        product *= x;
    return product;
}

double term_value(const CostTerm *t, const LayerSizes *s)
{
    return power(s->n, t->n) * power(s->d, t->d) * power(s->kernel, t->k) *
           power(layer_neighbourhood(s), t->r);
}

double layer_multiply_adds(LayerKind kind, const LayerSizes *s)
{
    double sum = 0;
    for (int i = 0; i < formulas[kind].count; i++)
        sum += formulas[kind].terms[i].coefficient * term_value(&formulas[kind].terms[i], s);
    return sum;
}

/* A product of a recurrent layer waits for the state before; a gated one takes two a word, for the
   reset gate comes first. */
double layer_sequential(LayerKind kind, const LayerSizes *s)
{
    static const struct {
        int at_once, a_word;
    } products[LAYER_KINDS] = {
        [LAYER_SELF_ATTENTION] = {2, 0}, [LAYER_RECURRENT] = {0, 1},  [LAYER_CONVOLUTION] = {1, 0},
        [LAYER_RESTRICTED] = {2, 0},     [LAYER_MULTI_HEAD] = {4, 0}, [LAYER_GRU] = {0, 2},
        [LAYER_DILATED] = {1, 0},
    };
    return products[kind].at_once + (double)products[kind].a_word * s->n;
}

/* ⌈log_k n⌉: l layers cover kˡ words. At least one layer. */
static int dilated_reach(const LayerSizes *s)
{
    int layers = 1;
    for (double covered = s->kernel; covered < s->n; covered *= s->kernel)
        layers++;
    return layers;
}

/* A layer of convolution brings the first word k − 1 places on, one of restricted attention ⌊r/2⌋,
   but for the last: its window at the end of the sentence is not centred, and reaches r − 1 places
   back. */
double layer_reach_formula(LayerKind kind, const LayerSizes *s)
{
    int r = layer_neighbourhood(s);
    switch (kind) {
    case LAYER_CONVOLUTION:
        return s->n > 1 ? ceil((double)(s->n - 1) / (s->kernel - 1)) : 1;
    case LAYER_RESTRICTED:
        return r < s->n ? 1 + ceil((double)(s->n - r) / (r / 2)) : 1;
    case LAYER_DILATED:
        return dilated_reach(s);
    default:
        return 1;
    }
}

int layers_cross(LayerKind kind, LayerKind other, const LayerSizes *s, int most)
{
    int below = 0, above = most + 1;
    while (above - below > 1) {
        LayerSizes middle = *s;
        middle.n = below + (above - below) / 2;
        if (layer_multiply_adds(kind, &middle) < layer_multiply_adds(other, &middle))
            below = middle.n;
        else
            above = middle.n;
    }
    return above <= most ? above : 0;
}
