#include "model/studies.h"

static LayerSizes sizes_of(const LayerCosts *c, int n)
{
    LayerSizes sizes = c->sizes;
    sizes.n = n;
    return sizes;
}

/* ---- one layer, one length ---- */

/* The operations of one layer as a table [operations,COUNT_COLUMNS]; *sum is the total [1,1].
 */
static Node *operations_of(Graph *g, const LayerCount *c, int n, Node **sum)
{
    Tensor t = tensor_new(g->arena, c->count, COUNT_ALL);
    for (int i = 0; i < t.rows; i++)
        for (int j = 0; j < t.cols; j++)
            tensor_row(t, i)[j] = (real)c->table[i][j];
    Node *found =
        constant(g, t, arena_format(g->arena, LEAF_COMPUTED "counted in a graph for n = %d", n));
    Node *cells = multiply(g, columns(g, found, COUNT_ROWS, 1), columns(g, found, COUNT_COLS, 1));
    Node *times = columns(g, found, COUNT_TIMES, 1);
    Node *each = multiply(g, cells, columns(g, found, COUNT_EACH, 1));
    Node *table = concat(g, (Node *[]){found, multiply(g, times, each)}, 2);
    *sum = matmul(g, transpose(g, times), each);
    return table;
}

/* Σ coefficient · term of the formula. */
static Node *sum_of_terms(Graph *g, LayerKind kind, const LayerSizes *s)
{
    CostTerm terms[COST_TERMS];
    int count = layer_terms(kind, s, terms);
    Tensor coefficients = tensor_new(g->arena, 1, count), products = tensor_new(g->arena, count, 1);
    for (int i = 0; i < count; i++) {
        coefficients.data[i] = (real)terms[i].coefficient;
        products.data[i] = (real)terms[i].product;
    }
    const char *given = arena_format(g->arena, LEAF_COMPUTED "by formula for n = %d", s->n);
    return matmul(g, constant(g, coefficients, given), constant(g, products, given));
}

/* As a node [1,1], and as an exact number. */
static Node *multiply_adds_of(Graph *g, LayerKind kind, const LayerSizes *s, double *exact)
{
    if (s->n > COUNTED_MOST) {
        *exact = layer_multiply_adds(kind, s);
        return sum_of_terms(g, kind, s);
    }
    Node *sum;
    LayerCount found = layer_count(g->arena, kind, s);
    operations_of(g, &found, s->n, &sum);
    *exact = found.multiply_adds;
    return sum;
}

/* A range of layers, at some lengths. */
typedef struct Range {
    LayerKind first;
    int kinds;
    const int *lengths;
    int count;
} Range;

/* ---- lengths ---- */

/* Requested lengths, 1, 2 and 5 times powers of ten, and where curves cross or bend. */
static void choose_lengths(Arena *arena, LayerCosts *c)
{
    enum { MORE = 32 }; /* three per power of ten, the crossings, and W + 1 */
    c->curve_lengths = arena_alloc(arena, (size_t)c->length_count + MORE, sizeof(int));
    for (int asked = 0, n = c->lengths[0]; asked < c->length_count; n++) {
        int digits = n;
        while (digits % 10 == 0)
            digits /= 10;
        bool is_asked = n == c->lengths[asked];
        asked += is_asked;
        if (is_asked || digits == 1 || digits == 2 || digits == 5 || n == c->attention ||
            n == c->gated || n == c->sizes.window + 1)
            c->curve_lengths[c->curve_count++] = n;
    }
}

/* ---- names ---- */

static Axis layer_axis(Graph *g, LayerKind first, int count)
{
    const char **names = arena_alloc(g->arena, (size_t)count, sizeof *names);
    for (int i = 0; i < count; i++)
        names[i] = layer_facts[(int)first + i].name;
    return label_axis("layer", names, count);
}

/* A table of layers × requested lengths, not drawn as a picture, so without axis names; `formula`
   is the paper's. */
static Node *name_table(Scope s, const LayerCosts *c, const char *id, const char *title,
                        const char *formula, Node *node)
{
    Axis lengths = list_axis(s.graph, "n", c->lengths, c->length_count);
    lengths.named = false;
    given(s, id, title, formula, layer_axis(s.graph, 0, rows_of(node)), lengths, node);
    return with_counts(s, node, NULL);
}

/* ---- multiply-adds ---- */

/* Multiply-adds, lengths × layers (transposed for requested lengths, a table that is not drawn).
   Returns them row-major as exact doubles: a node's floats have only seven digits. */
static const double *name_range(Scope s, const LayerCosts *c, Range r, const char *id,
                                const char *title, const char *formula)
{
    Graph *g = s.graph;
    bool turned = r.lengths == c->lengths;
    double *exact = arena_alloc(g->arena, (size_t)(r.count * r.kinds), sizeof *exact);
    Node **rows = arena_alloc(g->arena, (size_t)r.count, sizeof(Node *)), *row[COSTED_KINDS];
    for (int i = 0; i < r.count; i++) {
        LayerSizes sizes = sizes_of(c, r.lengths[i]);
        for (int k = 0; k < r.kinds; k++)
            row[k] = multiply_adds_of(g, (LayerKind)((int)r.first + k), &sizes,
                                      &exact[turned ? k * r.count + i : i * r.kinds + k]);
        rows[i] = concat(g, row, r.kinds);
    }
    Node *all = stack(g, rows, r.count);
    Axis lengths = list_axis(g, "n", r.lengths, r.count);
    lengths.named = r.lengths == c->curve_lengths;
    if (turned)
        all = name_table(s, c, id, title, formula, transpose(g, all));
    else
        given(s, id, title, formula, lengths, layer_axis(g, r.first, r.kinds), all);
    with_counts(s, all, exact);
    return exact;
}

/* Counted minus formula; masked where there is no count. */
static void name_difference(Scope s, const LayerCosts *c, const double *counted)
{
    int count = c->length_count;
    Tensor difference = tensor_new(s.graph->arena, COSTED_KINDS, count);
    Tensor uncounted = tensor_new(s.graph->arena, COSTED_KINDS, count);
    for (int kind = 0; kind < COSTED_KINDS; kind++)
        for (int i = 0; i < count; i++) {
            LayerSizes sizes = sizes_of(c, c->lengths[i]);
            double formula = layer_multiply_adds((LayerKind)kind, &sizes);
            tensor_row(difference, kind)[i] = (real)(counted[kind * count + i] - formula);
            if (sizes.n > COUNTED_MOST)
                mask_hide(uncounted, kind, i);
        }
    Node *node = constant(s.graph, difference,
                          LEAF_COMPUTED "what the graph counts less what the formula gives");
    name_table(s, c, "difference", "What graphs count, less what formulas give",
               "counted − formula", node);
    with_mask(s, node, constant(s.graph, uncounted, "−∞ where there is no graph"));
}

/* Two layers' costs at the crossing and one word before it. */
static void name_crossing(Scope s, const LayerCosts *c, LayerKind layer, int n, const char *id,
                          const char *title)
{
    CHECK(n > 1, "%s and the next layer do not cross", layer_facts[layer].name);
    name_range(s, c, (Range){layer, 2, (int[]){n - 1, n}, 2}, id, title,
               arena_format(s.graph->arena, "%s = %s", layer_facts[layer].formula,
                            layer_facts[layer + 1].formula));
}

static void name_multiply_adds(Scope s, const LayerCosts *c)
{
    const int others = COSTED_KINDS - TABLE_1_KINDS;
    const double *counted =
        name_range(s, c, (Range){0, COSTED_KINDS, c->lengths, c->length_count}, "multiply-adds",
                   "Multiply-adds of a layer", "O(n²d), O(nd²), O(knd²), O(rnd)");
    name_range(s, c, (Range){0, TABLE_1_KINDS, c->curve_lengths, c->curve_count}, "growth",
               "Multiply-adds by length", "n²·d crosses n·d² at n = d");
    name_range(s, c, (Range){LAYER_MULTI_HEAD, others, c->curve_lengths, c->curve_count},
               "growth/real", "Multiply-adds by length, with what table 1 of the paper leaves out",
               "2n²·d + 4n·d² crosses 6n·d² near n = d");
    name_difference(s, c, counted);
    name_crossing(s, c, LAYER_SELF_ATTENTION, c->attention, "crossing", "Where n²d crosses nd²");
    name_crossing(s, c, LAYER_MULTI_HEAD, c->gated, "crossing/real",
                  "Where attention crosses a GRU");
}

/* ---- sequential products and path lengths ---- */

static void name_paths(Scope s, const LayerCosts *c)
{
    Graph *g = s.graph;
    Tensor products = tensor_new(g->arena, LAYER_KINDS, c->length_count);
    Tensor reach = tensor_new(g->arena, LAYER_KINDS, c->length_count);
    for (LayerKind kind = 0; kind < LAYER_KINDS; kind++)
        for (int i = 0; i < reach.cols; i++) {
            LayerSizes n = sizes_of(c, c->lengths[i]);
            tensor_row(products, (int)kind)[i] =
                (real)(n.n <= COUNTED_MOST ? layer_count(g->arena, kind, &n).sequential
                                           : layer_sequential(kind, &n));
            tensor_row(reach, (int)kind)[i] =
                (real)(n.n <= REACHED_MOST ? layer_reach : layer_reach_formula)(kind, &n);
        }
    Node *sequential = constant(
        g, products, LEAF_COMPUTED "the longest chain in the layer's graph, or by formula");
    Node *layers = constant(
        g, reach, LEAF_COMPUTED "the first word followed through computed layers, or by formula");
    name_table(s, c, "sequential", "Products that wait for each other, in a layer",
               "O(1), O(n), O(1), O(1)", sequential);
    name_table(s, c, "layers", "Layers until the last word depends on the first",
               "1, 1, O(n/k), O(n/r); dilated O(log_k n)", layers);
    name_table(s, c, "path", "The longest path between two words", "layers · products in a row",
               multiply(g, layers, sequential));
}

/* ---- operations ---- */

/* "matmul₁", "matmul₂" if several share a name. */
static const char *operation_label(Arena *arena, const LayerCount *c, int index)
{
    static const char *const digits[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
    int same = 0, place = 0;
    for (int i = 0; i < c->count; i++)
        if (!strcmp(c->names[i], c->names[index])) {
            same++;
            place += i <= index;
        }
    return arena_format(arena, "%s%s", c->names[index], same > 1 ? digits[place % 10] : "");
}

static void name_operations(Scope s, LayerKind kind, const LayerSizes *sizes)
{
    static const char *const cols[COUNT_COLUMNS] = {"times", "rows", "columns", "a cell", "all"};
    Arena *arena = s.graph->arena;
    LayerCount found = layer_count(arena, kind, sizes);
    Node *sum, *table = operations_of(s.graph, &found, sizes->n, &sum);
    const char **labels = arena_alloc(arena, (size_t)found.count, sizeof *labels);
    for (int i = 0; i < found.count; i++)
        labels[i] = operation_label(arena, &found, i);
    Axis operations = axis_unquoted(label_axis("operation", labels, found.count));
    given(s, arena_format(arena, "%s/operations", lowered(arena, layer_facts[kind].name)),
          arena_format(arena, "The operations of a layer: %s, n = %d", layer_facts[kind].name,
                       sizes->n),
          layer_facts[kind].formula, operations,
          (Axis){.name = "multiply-adds", .count = COUNT_COLUMNS, .labels = cols}, table);
    with_counts(s, table, *found.table);
}

/* ---- all ---- */

LayerCosts layer_costs(Scope s, const int *lengths, int count, LayerSizes sizes)
{
    LayerCosts c = {lengths, count, sizes,
                    .attention = layers_cross(LAYER_SELF_ATTENTION, &sizes, COUNTED_MOST),
                    .gated = layers_cross(LAYER_MULTI_HEAD, &sizes, COUNTED_MOST)};
    choose_lengths(s.graph->arena, &c);
    name_multiply_adds(s, &c);
    name_paths(s, &c);
    while (count && lengths[count - 1] > COUNTED_MOST)
        count--;
    sizes.n = count ? lengths[count - 1] : 0;
    for (int kind = 0; count && kind < COSTED_KINDS; kind++)
        name_operations(s, (LayerKind)kind, &sizes);
    return c;
}
