#include "model/studies.h"

/* ---- multiply-adds ---- */

enum { OPERATIONS_MOST = 16 };

/* Adds a node to the row of its name and shape, or to a new one. Ragged sums are counted by their
   products, a row each. */
static void count_node(LayerCount *c, const Node *node)
{
    double cost = node_cost(node), rows = rows_of(node), cols = cols_of(node);
    double each = cost / (rows * cols);
    int i = 0;
    if (cost <= 0)
        return;
    if (each != floor(each)) {
        rows = cost / cols;
        each = 1;
    }
    while (i < c->count && (c->names[i] != node->op->name || c->table[i][COUNT_ROWS] != rows ||
                            c->table[i][COUNT_COLS] != cols || c->table[i][COUNT_EACH] != each))
        i++;
    CHECK(i < OPERATIONS_MOST, "more than %d kinds of operations", OPERATIONS_MOST);
    double *row = c->table[i];
    c->count = larger(c->count, i + 1);
    c->names[i] = node->op->name;
    row[COUNT_ROWS] = rows;
    row[COUNT_COLS] = cols;
    row[COUNT_EACH] = each;
    row[COUNT_TIMES]++;
    row[COUNT_ALL] += cost;
    c->multiply_adds += cost;
}

LayerCount layer_count(Arena *arena, LayerKind kind, const LayerSizes *s)
{
    LayerCount c = {.names = arena_alloc(arena, OPERATIONS_MOST, sizeof *c.names),
                    .table = arena_alloc(arena, OPERATIONS_MOST, sizeof *c.table)};
    ENDED_BY(arena_end) Arena *scratch = arena_new();
    Graph *g = graph_of_shapes(scratch);
    Node *last = layer(g, kind, s, 0, constant(g, (Tensor){s->n, s->d, NULL}, "the words"));
    for (int i = 0; i < g->count; i++)
        count_node(&c, g->nodes[i]);
    c.sequential = graph_depth(g, last, PRODUCTS);
    return c;
}

/* ---- path length ---- */

/* One feature per word: 1 if it depends on the first word. After each layer it is reset to 0 or 1,
   so that the signal does not fade with depth. */
double layer_reach(LayerKind kind, const LayerSizes *s)
{
    ENDED_BY(arena_end) Arena *arena = arena_new(), *scratch = arena_new();
    LayerSizes narrow = *s;
    narrow.d = 1;
    Tensor reached = tensor_new(arena, s->n, 1);
    int layers = 0;
    reached.data[0] = 1;
    do {
        CHECK(layers < s->n, "%d layers of kind %d do not reach word %d", layers, (int)kind, s->n);
        arena_reset(scratch);
        Graph *g = graph_new(scratch);
        Node *x = constant(g, reached, "1 for who has heard of the first");
        const Node *out = layer(g, kind, &narrow, layers++, x);
        for (int i = 0; i < s->n; i++)
            reached.data[i] = node_value(out).data[i] > 0 ? 1 : 0;
    } while (reached.data[s->n - 1] <= 0);
    return layers;
}

/* ---- formulas ---- */

#define LAYER(kind, ...) {__VA_ARGS__},
const LayerFacts layer_facts[LAYER_KINDS] = {
#include "model/layers.list"
};

/* Evaluates a letter of a formula, or its square, and advances the text. */
static double factor(const char **text, const LayerSizes *s)
{
    char letter = *(*text)++;
    double x = letter == 'n'   ? s->n
               : letter == 'd' ? s->d
               : letter == 'k' ? s->kernel
                               : layer_pairs(s);
    if (!begins_with(*text, "²"))
        return x;
    *text += strlen("²");
    return x * x;
}

int layer_terms(LayerKind kind, const LayerSizes *s, CostTerm terms[COST_TERMS])
{
    int count = 0;
    for (const char *text = layer_facts[kind].formula; *text; text += strspn(text, " +")) {
        CostTerm *term = &terms[count++];
        char *product;
        term->coefficient = strtod(text, &product);
        if (product == text)
            term->coefficient = 1;
        term->product = 1;
        for (text = product; *text && *text != ' ';)
            term->product *= factor(&text, s);
    }
    return count;
}

double layer_multiply_adds(LayerKind kind, const LayerSizes *s)
{
    CostTerm terms[COST_TERMS];
    double sum = 0;
    for (int i = 0, count = layer_terms(kind, s, terms); i < count; i++)
        sum += terms[i].coefficient * terms[i].product;
    return sum;
}

double layer_sequential(LayerKind kind, const LayerSizes *s)
{
    return layer_facts[kind].at_once + (double)layer_facts[kind].a_word * s->n;
}

/* Each layer extends the reach by k − 1 or W positions; l dilated ones cover kˡ words. */
double layer_reach_formula(LayerKind kind, const LayerSizes *s)
{
    double layers = 1;
    if (kind == LAYER_CONVOLUTION || kind == LAYER_RESTRICTED)
        layers = ceil((s->n - 1.0) / (kind == LAYER_RESTRICTED ? s->window : s->kernel - 1));
    for (double covered = s->kernel; kind == LAYER_DILATED && covered < s->n; covered *= s->kernel)
        layers++;
    return fmax(layers, 1);
}

int layers_cross(LayerKind kind, const LayerSizes *s, int most)
{
    LayerSizes at = *s;
    for (at.n = 1; at.n <= most; at.n++)
        if (layer_multiply_adds(kind, &at) >= layer_multiply_adds(kind + 1, &at))
            return at.n;
    return 0;
}
