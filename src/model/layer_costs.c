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

/* Numbers of multiply-adds, and what they are to the last digit, row after row: a node's numbers
   have but seven digits. */
typedef struct Counts {
    Node *node;
    const double *exact;
} Counts;

/* ---- one layer, one length ---- */

/* The operations of one layer. */
typedef struct LayerOperations {
    LayerCount found;
    Counts table; /* how many there are, rows, columns, those of a cell, and the product of all four
                    [operations,5] */
    Node *sum;    /* [1,1] */
} LayerOperations;

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
    Node *each = multiply(g, cells, columns(g, found, 3, 1));
    o.table.node = concat(g, (Node *[]){found, multiply(g, times, each)}, 2);
    o.table.exact = exact;
    o.sum = matmul(g, transpose(g, times), each);
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

/* ---- names ---- */

/* Of lengths; they have no names of their own where a table of them is to be no picture. */
static Axis length_axis(Graph *g, const int *lengths, int count, bool named)
{
    const char **labels = arena_alloc(g->arena, (size_t)count, sizeof *labels);
    for (int i = 0; i < count; i++)
        labels[i] = arena_format(g->arena, "%d", lengths[i]);
    return (Axis){.name = "n", .count = count, .labels = labels, .named = named, .unquoted = true};
}

static Axis layer_axis(LayerKind first, int count)
{
    return label_axis("layer", layer_kind_names + first, count);
}

/* Layers × the lengths asked for; `formula` is that of the paper. */
static Node *name_table(Scope s, const LayerCostsSettings *settings, const char *id,
                        const char *title, const char *formula, Node *node, const double *exact)
{
    given(s, id, title, formula, layer_axis(LAYER_SELF_ATTENTION, rows_of(node)),
          length_axis(s.graph, settings->lengths, settings->length_count, false), node);
    return with_counts(s, node, exact);
}

/* ---- multiply-adds ---- */

static void name_growth(Scope s, const LayerCosts *c, LayerKind first, int count, const char *id,
                        const char *title, const char *formula)
{
    LayerKind kinds[COSTED_KINDS];
    for (int i = 0; i < count; i++)
        kinds[i] = (LayerKind)((int)first + i);
    Counts growth =
        counts_of(s.graph, &c->settings, c->curve_lengths, c->curve_count, kinds, count);
    given(s, id, title, formula, length_axis(s.graph, c->curve_lengths, c->curve_count, true),
          layer_axis(first, count), growth.node);
    with_counts(s, growth.node, growth.exact);
}

/* Counted less what formulas give; masked where there is no count. */
static void name_difference(Scope s, const LayerCostsSettings *settings, const double *counted)
{
    int count = settings->length_count;
    Tensor difference = tensor_new(s.graph->arena, COSTED_KINDS, count);
    Tensor uncounted = tensor_new(s.graph->arena, COSTED_KINDS, count);
    for (int kind = 0; kind < COSTED_KINDS; kind++)
        for (int i = 0; i < count; i++) {
            LayerSizes sizes = sizes_of(settings, settings->lengths[i]);
            double formula = layer_multiply_adds((LayerKind)kind, &sizes);
            bool is_counted = sizes.n <= COUNTED_MOST;
            tensor_row(uncounted, kind)[i] = is_counted ? 0 : (real)-INFINITY;
            if (is_counted)
                tensor_row(difference, kind)[i] = (real)(counted[kind * count + i] - formula);
        }
    Node *node = constant(s.graph, difference, "what the graph counts less what the formula gives");
    name_table(s, settings, "difference", "What graphs count, less what formulas give",
               "counted − formula", node, NULL);
    with_mask(s, node, constant(s.graph, uncounted, "−∞ where there is no graph"));
}

/* Both layers one word before they cost the same, and there. */
static void name_crossing(Scope s, const LayerCosts *c, const Crossing *crossing, const char *id,
                          const char *title)
{
    Arena *arena = s.graph->arena;
    const LayerKind kinds[] = {crossing->layer, crossing->other};
    const int lengths[] = {crossing->n - 1, crossing->n};
    CHECK(crossing->n > 1, "%s and %s do not cross", layer_kind_names[crossing->layer],
          layer_kind_names[crossing->other]);
    Counts counts = counts_of(s.graph, &c->settings, lengths, 2, kinds, 2);
    const char **layers = arena_alloc(arena, 2, sizeof *layers);
    for (int i = 0; i < 2; i++)
        layers[i] = layer_kind_names[kinds[i]];
    given(s, id, title,
          arena_format(arena, "%s = %s", layer_formula(arena, kinds[0]),
                       layer_formula(arena, kinds[1])),
          length_axis(s.graph, lengths, 2, false), label_axis("layer", layers, 2), counts.node);
    with_counts(s, counts.node, counts.exact);
}

static void name_multiply_adds(Scope s, const LayerCosts *c)
{
    LayerKind kinds[COSTED_KINDS];
    for (int i = 0; i < COSTED_KINDS; i++)
        kinds[i] = (LayerKind)i;
    const LayerCostsSettings *a = &c->settings;
    Counts all = transposed_counts(
        s.graph, counts_of(s.graph, a, a->lengths, a->length_count, kinds, COSTED_KINDS));
    name_table(s, a, "multiply-adds", "Multiply-adds of a layer", "O(n²d), O(nd²), O(knd²), O(rnd)",
               all.node, all.exact);
    name_growth(s, c, LAYER_SELF_ATTENTION, TABLE_1_KINDS, "growth", "Multiply-adds by length",
                "n²·d crosses n·d² at n = d");
    name_growth(s, c, LAYER_MULTI_HEAD, COSTED_KINDS - TABLE_1_KINDS, "growth/real",
                "Multiply-adds by length, with what table 1 leaves out",
                "2n²·d + 4n·d² crosses 6n·d² near n = d");
    name_difference(s, a, all.exact);
    name_crossing(s, c, &c->attention, "crossing", "Where n²d crosses nd²");
    name_crossing(s, c, &c->gated, "crossing/real", "Where attention crosses a GRU");
}

/* ---- what waits, and how far it is ---- */

static Node *measured(Graph *g, const LayerCostsSettings *settings, int most,
                      double (*count)(LayerKind, const LayerSizes *),
                      double (*formula)(LayerKind, const LayerSizes *), const char *given)
{
    Tensor t = tensor_new(g->arena, LAYER_KINDS, settings->length_count);
    for (int kind = 0; kind < LAYER_KINDS; kind++)
        for (int i = 0; i < t.cols; i++) {
            LayerSizes s = sizes_of(settings, settings->lengths[i]);
            tensor_row(t, kind)[i] = (real)(s.n <= most ? count : formula)((LayerKind)kind, &s);
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

static void name_paths(Scope s, const LayerCostsSettings *settings)
{
    Node *sequential =
        measured(s.graph, settings, COUNTED_MOST, sequential_in_graph, layer_sequential,
                 "the longest chain in the layer's graph, or by formula");
    Node *layers = measured(s.graph, settings, REACHED_MOST, reach_in_graph, layer_reach_formula,
                            "the first word followed through computed layers, or by formula");
    name_table(s, settings, "sequential", "Products that wait for each other, in a layer",
               "O(1), O(n), O(1), O(1)", sequential, NULL);
    name_table(s, settings, "layers", "Layers until the last word depends on the first",
               "1, 1, O(n/k), O(n/r); dilated O(log_k n)", layers, NULL);
    name_table(s, settings, "path", "The longest path between two words",
               "layers · products in a row", multiply(s.graph, layers, sequential), NULL);
}

/* ---- operations ---- */

/* "matmul₁", "matmul₂" where there are several of a name. */
static const char *operation_label(Arena *arena, const LayerCount *c, int index)
{
    static const char *const digits[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
    const char *name = c->operations[index].name;
    int same = 0, place = 0;
    for (int i = 0; i < c->count; i++) {
        same += !strcmp(c->operations[i].name, name);
        place += i <= index && !strcmp(c->operations[i].name, name);
    }
    return same > 1 ? arena_format(arena, "%s%s", name, digits[place % 10]) : name;
}

static void name_operations(Scope s, LayerKind kind, const LayerSizes *sizes)
{
    static const char *const cols[] = {"times", "rows", "columns", "a cell", "all"};
    enum { COLUMNS = sizeof cols / sizeof *cols };
    Arena *arena = s.graph->arena;
    LayerOperations o = operations_of(s.graph, kind, sizes);
    const char **labels = arena_alloc(arena, (size_t)o.found.count, sizeof *labels);
    for (int i = 0; i < o.found.count; i++)
        labels[i] = operation_label(arena, &o.found, i);
    Axis operations = label_axis("operation", labels, o.found.count);
    operations.unquoted = true;
    given(s, arena_format(arena, "%s/operations", layer_kind_names[kind]),
          arena_format(arena, "The operations of a layer: %s, n = %d", layer_kind_names[kind],
                       sizes->n),
          layer_formula(arena, kind), operations,
          (Axis){.name = "multiply-adds", .count = COLUMNS, .labels = cols}, o.table.node);
    with_counts(s, o.table.node, o.table.exact);
}

/* ---- all ---- */

static Crossing crossing_of(const LayerCostsSettings *s, LayerKind layer, LayerKind other)
{
    return (Crossing){layer, other, layers_cross(layer, other, &s->sizes, COUNTED_MOST)};
}

LayerCosts layer_costs(Scope s, LayerCostsSettings settings)
{
    LayerCosts c = {.settings = settings,
                    .attention = crossing_of(&settings, LAYER_SELF_ATTENTION, LAYER_RECURRENT),
                    .gated = crossing_of(&settings, LAYER_MULTI_HEAD, LAYER_GRU)};
    int counted = lengths_to(&settings, COUNTED_MOST);
    choose_lengths(s.graph->arena, &c);
    name_multiply_adds(s, &c);
    name_paths(s, &settings);
    for (int kind = 0; counted && kind < COSTED_KINDS; kind++) {
        LayerSizes sizes = sizes_of(&settings, settings.lengths[counted - 1]);
        name_operations(s, (LayerKind)kind, &sizes);
    }
    return c;
}
