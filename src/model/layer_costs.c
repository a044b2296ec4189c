#include "model/layer_costs.h"

#include "graph/ops.h"

#include <math.h>
#include <string.h>

static LayerSizes sizes_of(const LayerCostsSettings *s, int n)
{
    LayerSizes sizes = s->sizes;
    sizes.n = n;
    return sizes;
}

/* How many of the lengths are no longer than that. */
static int lengths_to(const LayerCostsSettings *s, int most)
{
    int count = 0;
    while (count < s->length_count && s->lengths[count] <= most)
        count++;
    return count;
}

/* ---- one layer, one length ---- */

static LayerOperations operations_of(Graph *g, LayerKind kind, const LayerSizes *s)
{
    LayerOperations o = {.found = layer_count(g->arena, kind, s)};
    Tensor t = tensor_new(g->arena, o.found.count, 4);
    double *exact = arena_alloc(g->arena, (size_t)o.found.count * 5, sizeof *exact);
    for (int i = 0; i < o.found.count; i++) {
        const OperationCount *c = &o.found.operations[i];
        const double numbers[] = {c->times, c->rows, c->cols, c->each,
                                  c->times * c->rows * c->cols * c->each};
        for (int j = 0; j < 4; j++)
            tensor_row(t, i)[j] = (real)numbers[j];
        memcpy(exact + (ptrdiff_t)i * 5, numbers, sizeof numbers);
    }
    Node *found = constant(g, t, arena_format(g->arena, "counted in a graph for n = %d", s->n));
    Node *cells = multiply(g, columns(g, found, 1, 1), columns(g, found, 2, 1));
    Node *times = columns(g, found, 0, 1);
    o.each = multiply(g, cells, columns(g, found, 3, 1));
    o.table.node = concat(g, (Node *[]){found, multiply(g, times, o.each)}, 2);
    o.table.exact = exact;
    o.sum = matmul(g, transpose(g, times), o.each);
    return o;
}

/* The terms of the formula by their coefficients. */
static Node *sum_of_terms(Graph *g, LayerKind kind, const LayerSizes *s)
{
    int count;
    const CostTerm *terms = layer_terms(kind, &count);
    Tensor coefficients = tensor_new(g->arena, 1, count), values = tensor_new(g->arena, count, 1);
    for (int i = 0; i < count; i++) {
        coefficients.data[i] = (real)terms[i].coefficient;
        values.data[i] = (real)term_value(&terms[i], s);
    }
    const char *given = arena_format(g->arena, "by formula for n = %d", s->n);
    return matmul(g, constant(g, coefficients, given), constant(g, values, given));
}

/* [1,1], and the number itself. */
static Node *multiply_adds_of(Graph *g, LayerKind kind, const LayerSizes *s, double *exact)
{
    if (s->n > COUNTED_MOST) {
        *exact = layer_multiply_adds(kind, s);
        return sum_of_terms(g, kind, s);
    }
    LayerOperations o = operations_of(g, kind, s);
    *exact = o.found.multiply_adds;
    return o.sum;
}

/* Of each length a row, of each kind a column. */
static Counts counts_of(Graph *g, const LayerCostsSettings *s, const int *lengths, int count,
                        const LayerKind *kinds, int kind_count)
{
    size_t cells = (size_t)count * (size_t)kind_count;
    double *exact = arena_alloc(g->arena, cells, sizeof *exact);
    Node **rows = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    for (int i = 0; i < count; i++) {
        LayerSizes sizes = sizes_of(s, lengths[i]);
        Node *row[COSTED_KINDS];
        for (int k = 0; k < kind_count; k++)
            row[k] = multiply_adds_of(g, kinds[k], &sizes, &exact[(ptrdiff_t)i * kind_count + k]);
        rows[i] = concat(g, row, kind_count);
    }
    return (Counts){stack(g, rows, count), exact};
}

static Counts transposed_counts(Graph *g, Counts c)
{
    int rows = rows_of(c.node), cols = cols_of(c.node);
    double *exact = arena_alloc(g->arena, tensor_size(c.node->value), sizeof *exact);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            exact[(ptrdiff_t)j * rows + i] = c.exact[(ptrdiff_t)i * cols + j];
    return (Counts){transpose(g, c.node), exact};
}

/* ---- lengths ---- */

/* Puts a length in its place, unless it is there. */
static int insert(int *lengths, int count, int n)
{
    int i = count;
    for (int j = 0; j < count; j++)
        if (lengths[j] == n)
            return count;
    for (; i > 0 && lengths[i - 1] > n; i--)
        lengths[i] = lengths[i - 1];
    lengths[i] = n;
    return count + 1;
}

static void choose_lengths(Arena *arena, LayerCosts *c)
{
    enum { MORE = 32 }; /* three for each power of ten, the crossings, and r */
    static const int digits[] = {1, 2, 5};
    const LayerCostsSettings *s = &c->settings;
    int *lengths = arena_alloc(arena, (size_t)s->length_count + MORE, sizeof *lengths);
    int first = s->lengths[0], last = s->lengths[s->length_count - 1], count = 0;
    for (int i = 0; i < s->length_count; i++)
        count = insert(lengths, count, s->lengths[i]);
    for (long power = 1; power < last; power *= 10)
        for (int i = 0; i < 3; i++)
            if (digits[i] * power > first && digits[i] * power < last)
                count = insert(lengths, count, (int)(digits[i] * power));
    const int bends[] = {c->attention.n, c->gated.n, 2 * s->sizes.window + 1};
    for (int i = 0; i < 3; i++)
        if (bends[i] > first && bends[i] < last)
            count = insert(lengths, count, bends[i]);
    c->curve_lengths = lengths;
    c->curve_count = count;
}

static void count_multiply_adds(Graph *g, LayerCosts *c)
{
    LayerKind kinds[COSTED_KINDS];
    for (int i = 0; i < COSTED_KINDS; i++)
        kinds[i] = (LayerKind)i;
    const LayerCostsSettings *s = &c->settings;
    choose_lengths(g->arena, c);
    c->multiply_adds =
        transposed_counts(g, counts_of(g, s, s->lengths, s->length_count, kinds, COSTED_KINDS));
    c->table_1 = counts_of(g, s, c->curve_lengths, c->curve_count, kinds, TABLE_1_KINDS);
    c->beside = counts_of(g, s, c->curve_lengths, c->curve_count, kinds + TABLE_1_KINDS,
                          COSTED_KINDS - TABLE_1_KINDS);
}

/* ---- what waits, and how far it is ---- */

static Node *measured(Graph *g, const LayerCosts *c, int counted,
                      double (*count)(LayerKind, const LayerSizes *),
                      double (*formula)(LayerKind, const LayerSizes *), const char *given)
{
    Tensor t = tensor_new(g->arena, LAYER_KINDS, c->settings.length_count);
    for (int kind = 0; kind < LAYER_KINDS; kind++)
        for (int i = 0; i < t.cols; i++) {
            LayerSizes s = sizes_of(&c->settings, c->settings.lengths[i]);
            tensor_row(t, kind)[i] = (real)(i < counted ? count : formula)((LayerKind)kind, &s);
        }
    return constant(g, t, given);
}

static double sequential_in_graph(LayerKind kind, const LayerSizes *s)
{
    Arena *arena = arena_new();
    double sequential = layer_count(arena, kind, s).sequential;
    arena_free(arena);
    return sequential;
}

static double reach_in_graph(LayerKind kind, const LayerSizes *s)
{
    return layer_reach(kind, s);
}

static void measure_paths(Graph *g, LayerCosts *c)
{
    c->sequential = measured(g, c, c->counted, sequential_in_graph, layer_sequential,
                             "the longest chain in the layer's graph, or by formula");
    c->layers = measured(g, c, c->reached, reach_in_graph, layer_reach_formula,
                         "the first word followed through computed layers, or by formula");
    c->path = multiply(g, c->layers, c->sequential);
}

/* ---- the two agree ---- */

static void compare(Graph *g, LayerCosts *c)
{
    int count = c->settings.length_count;
    Tensor difference = tensor_new(g->arena, COSTED_KINDS, count);
    Tensor uncounted = tensor_new(g->arena, COSTED_KINDS, count);
    for (int kind = 0; kind < COSTED_KINDS; kind++)
        for (int i = 0; i < count; i++) {
            LayerSizes s = sizes_of(&c->settings, c->settings.lengths[i]);
            if (i >= c->counted) {
                tensor_row(uncounted, kind)[i] = (real)-INFINITY;
                continue;
            }
            tensor_row(difference, kind)[i] = (real)(c->multiply_adds.exact[kind * count + i] -
                                                     layer_multiply_adds((LayerKind)kind, &s));
        }
    c->difference = constant(g, difference, "what the graph counts less what the formula gives");
    c->uncounted = constant(g, uncounted, "−∞ where there is no graph");
}

static Crossing cross(Graph *g, const LayerCostsSettings *s, LayerKind one, LayerKind other)
{
    Crossing c = {.layer = one, .other = other};
    c.n = layers_cross(one, other, &s->sizes, COUNTED_MOST);
    if (c.n > 1)
        c.counts = counts_of(g, s, (int[]){c.n - 1, c.n}, 2, (LayerKind[]){c.layer, c.other}, 2);
    return c;
}

LayerCosts layer_costs(Graph *g, LayerCostsSettings settings)
{
    LayerCosts c = {.settings = settings,
                    .counted = lengths_to(&settings, COUNTED_MOST),
                    .reached = lengths_to(&settings, REACHED_MOST),
                    .attention = cross(g, &settings, LAYER_SELF_ATTENTION, LAYER_RECURRENT),
                    .gated = cross(g, &settings, LAYER_MULTI_HEAD, LAYER_GRU)};
    count_multiply_adds(g, &c);
    compare(g, &c);
    measure_paths(g, &c);
    if (c.counted) {
        LayerSizes s = sizes_of(&settings, settings.lengths[c.counted - 1]);
        c.operations = arena_alloc(g->arena, COSTED_KINDS, sizeof *c.operations);
        for (int kind = 0; kind < COSTED_KINDS; kind++)
            c.operations[kind] = operations_of(g, (LayerKind)kind, &s);
    }
    return c;
}
