#include "trace/layer_costs.h"

#include "base/number.h"
#include "base/text.h"
#include "trace/narration.h"

#include <string.h>

enum { STEPS = 9 + COSTED_KINDS, PANELS = 1, SETTINGS = 4 };

static const char *const names[LAYER_KINDS] = {
    [LAYER_SELF_ATTENTION] = "self-attention",
    [LAYER_RECURRENT] = "recurrent",
    [LAYER_CONVOLUTION] = "convolution",
    [LAYER_RESTRICTED] = "restricted",
    [LAYER_MULTI_HEAD] = "multi-head",
    [LAYER_GRU] = "gru",
    [LAYER_DILATED] = "dilated",
};

/* One narration. */
typedef struct Narration {
    Arena *arena;
    Trace *trace;
    const LayerCosts *costs;
    int d, last;    /* the longest length asked for */
    Axis lengths;   /* as asked for */
    Axis layers[2]; /* of COSTED_KINDS, and of all */
} Narration;

static const char *count(const Narration *n, double x)
{
    char digits[NUMBER_SIZE];
    return arena_strdup(n->arena, number_count(digits, x));
}

/* "1 layer", "1,000 layers" */
static const char *counted(const Narration *n, double x, const char *thing)
{
    return arena_format(n->arena, "%s %s%s", count(n, x), thing, x == 1 ? "" : "s");
}

/* Of the longest length asked for. */
static int last_of(const Node *measured, LayerKind kind)
{
    return (int)at(measured->value, (int)kind, cols_of(measured) - 1);
}

/* Lengths have no names of their own: a table of them is no picture. */
static Axis length_axis(Arena *arena, const int *lengths, int count)
{
    Axis axis = token_axis("n", number_labels(arena, lengths, count), count);
    axis.named = false;
    return axis;
}

/* ---- multiply-adds ---- */

/* "2n²d + 4n²" */
static const char *formula_of(const Narration *n, LayerKind kind)
{
    Text text = text_new(n->arena);
    int terms;
    const CostTerm *term = layer_terms(kind, &terms);
    for (int i = 0; i < terms; i++) {
        text_add(&text, i ? " + " : "");
        if (term[i].coefficient > 1)
            text_format(&text, "%g", term[i].coefficient);
        text_add(&text, term[i].name);
    }
    return text.data;
}

static const char *note_origin(const Narration *n)
{
    const LayerCostsSettings *s = &n->costs->settings;
    if (n->costs->counted == s->length_count)
        return "All are counted in graphs of the layers.";
    if (n->costs->counted == 0)
        return "All are by formula: their graphs would be too large.";
    return arena_format(n->arena,
                        "Up to n = %d they are counted in graphs of the layers, beyond that they "
                        "are by formula.",
                        s->lengths[n->costs->counted - 1]);
}

/* "at n = 10 self-attention takes 102,800, a recurrent layer 5,268,480" */
static const char *two_counts(const Narration *n, int col)
{
    const double *exact = n->costs->multiply_adds.exact + col;
    int cols = n->lengths.count;
    return arena_format(n->arena, "at n = %s self-attention takes %s, a recurrent layer %s",
                        n->lengths.labels[col], count(n, exact[LAYER_SELF_ATTENTION * cols]),
                        count(n, exact[LAYER_RECURRENT * cols]));
}

static const char *note_multiply_adds(const Narration *n)
{
    const char *first = two_counts(n, 0);
    if (n->lengths.count == 1)
        return arena_format(n->arena, "A%s. %s", first + 1, note_origin(n));
    return arena_format(n->arena, "A%s; %s. %s", first + 1, two_counts(n, n->lengths.count - 1),
                        note_origin(n));
}

static const char *note_crossing(const Narration *n)
{
    const Crossing *c = &n->costs->attention;
    if (!c->counts.node)
        return "Self-attention and recurrence do not cross.";
    return arena_format(n->arena,
                        "n²d = nd² at n = d = %d. With all terms self-attention takes less than "
                        "recurrence up to n = %d, and more from n = %d on.",
                        n->d, c->n - 1, c->n);
}

static const char *note_gated(const Narration *n)
{
    const Crossing *c = &n->costs->gated;
    if (!c->counts.node)
        return "Multi-head attention and a GRU do not cross.";
    return arena_format(n->arena,
                        "Attention with its projections, 4nd² + 2n²d, beside a gated recurrent "
                        "layer, 6nd²: it takes less up to n = %d, and more from n = %d on. Its "
                        "own two parts are equal at n = 2d = %d.",
                        c->n - 1, c->n, 2 * n->d);
}

static const char *note_difference(const Narration *n)
{
    Tensor t = n->costs->difference->value;
    if (n->costs->counted == 0)
        return "There is no graph to compare the formulas with.";
    for (size_t i = 0; i < tensor_size(t); i++)
        if (t.data[i] != 0)
            return "A graph and its formula do not agree.";
    return arena_format(n->arena,
                        "Graph and formula agree to the last multiply-add in all %d "
                        "counts.",
                        COSTED_KINDS * n->costs->counted);
}

/* Over more lengths than were asked for, so that curves are curves. */
static void add_growth(Narration *n, Step step, Counts counts, const Crossing *crossing)
{
    const LayerCosts *c = n->costs;
    double *x = arena_alloc(n->arena, (size_t)c->curve_count, sizeof *x);
    for (int i = 0; i < c->curve_count; i++)
        x[i] = c->curve_lengths[i];
    Curves *curves = arena_alloc(n->arena, 1, sizeof *curves);
    *curves = (Curves){.x = x,
                       .x_name = "words, n",
                       .y_name = "multiply-adds",
                       .log_x = true,
                       .log_y = true,
                       .mark = crossing->n};
    if (crossing->counts.node)
        curves->mark_name = arena_format(n->arena, "n = %d", crossing->n);
    step.rows = length_axis(n->arena, c->curve_lengths, c->curve_count);
    step.rows.named = true;
    step.kind = VALUE_COUNT;
    step.form = FORM_CURVES;
    step.curves = curves;
    step.node = counts.node;
    step.counts = counts.exact;
    add_step(n->trace, step);
}

static void add_crossing(Narration *n, Step step, const Crossing *c)
{
    if (!c->counts.node)
        return;
    const char **layers = arena_alloc(n->arena, 2, sizeof *layers);
    layers[0] = names[c->layer];
    layers[1] = names[c->other];
    step.formula =
        arena_format(n->arena, "%s = %s", formula_of(n, c->layer), formula_of(n, c->other));
    step.rows = length_axis(n->arena, (int[]){c->n - 1, c->n}, 2);
    step.cols = token_axis("layer", layers, 2);
    step.kind = VALUE_COUNT;
    step.node = c->counts.node;
    step.counts = c->counts.exact;
    add_step(n->trace, step);
}

/* Layers × lengths. */
static void add_table(Narration *n, Axis layers, Step step, const Node *node)
{
    step.rows = layers;
    step.cols = n->lengths;
    step.kind = VALUE_COUNT;
    step.node = node;
    add_step(n->trace, step);
}

static void add_both_growths(Narration *n)
{
    const LayerCosts *c = n->costs;
    add_growth(n,
               (Step){.id = "growth",
                      .title = "Multiply-adds by length",
                      .formula = "n²·d crosses n·d² at n = d",
                      .note = note_crossing(n),
                      .cols = token_axis("layer", names, TABLE_1_KINDS)},
               c->table_1, &c->attention);
    add_growth(
        n,
        (Step){.id = "growth/real",
               .title = "Multiply-adds by length, with what table 1 leaves out",
               .formula = "2n²·d + 4n·d² crosses 6n·d² near n = d",
               .note = note_gated(n),
               .cols = token_axis("layer", names + TABLE_1_KINDS, COSTED_KINDS - TABLE_1_KINDS)},
        c->beside, &c->gated);
}

static void add_both_crossings(Narration *n)
{
    add_crossing(
        n, (Step){.id = "crossing", .title = "Where n²d crosses nd²", .note = note_crossing(n)},
        &n->costs->attention);
    add_crossing(n,
                 (Step){.id = "crossing/real",
                        .title = "Where attention crosses a GRU",
                        .note = note_gated(n)},
                 &n->costs->gated);
}

static void add_multiply_adds(Narration *n)
{
    const LayerCosts *c = n->costs;
    add_table(n, n->layers[0],
              (Step){.id = "multiply-adds",
                     .title = "Multiply-adds of a layer",
                     .formula = "O(n²d), O(nd²), O(knd²), O(rnd)",
                     .note = note_multiply_adds(n),
                     .counts = c->multiply_adds.exact},
              c->multiply_adds.node);
    add_both_growths(n);
    add_table(n, n->layers[0],
              (Step){.id = "difference",
                     .title = "What graphs count, less what formulas give",
                     .formula = "counted − formula",
                     .note = note_difference(n),
                     .mask = c->uncounted},
              c->difference);
    add_both_crossings(n);
}

/* ---- sequences and paths ---- */

static const char *note_sequential(const Narration *n)
{
    const Node *s = n->costs->sequential;
    return arena_format(n->arena,
                        "At n = %d a recurrent layer has %s%s, self-attention %s: all words at "
                        "once.",
                        n->last, counted(n, last_of(s, LAYER_RECURRENT), "matrix product"),
                        n->last == 1 ? "" : " one after the other",
                        count(n, last_of(s, LAYER_SELF_ATTENTION)));
}

static const char *note_layers(const Narration *n)
{
    const Node *l = n->costs->layers;
    const char *origin = "";
    if (n->costs->reached < n->lengths.count)
        origin = arena_format(n->arena, " Beyond n = %d by formula.", REACHED_MOST);
    return arena_format(n->arena,
                        "At n = %d the last word depends on the first after %s of "
                        "convolution, %s of dilated convolution, %s of restricted attention, %s of "
                        "self-attention.%s",
                        n->last, counted(n, last_of(l, LAYER_CONVOLUTION), "layer"),
                        count(n, last_of(l, LAYER_DILATED)), count(n, last_of(l, LAYER_RESTRICTED)),
                        count(n, last_of(l, LAYER_SELF_ATTENTION)), origin);
}

static const char *note_path(const Narration *n)
{
    const Node *p = n->costs->path;
    const char *from =
        n->last == 1 ? "Through the layer of one word"
                     : arena_format(n->arena, "From the first of %d words to the last", n->last);
    return arena_format(
        n->arena, "%s a signal takes %s products of self-attention, %s of recurrence.", from,
        count(n, last_of(p, LAYER_SELF_ATTENTION)), count(n, last_of(p, LAYER_RECURRENT)));
}

static void add_paths(Narration *n)
{
    const LayerCosts *c = n->costs;
    add_table(n, n->layers[1],
              (Step){.id = "sequential",
                     .title = "Products that wait for each other, in a layer",
                     .formula = "O(1), O(n), O(1), O(1)",
                     .note = note_sequential(n)},
              c->sequential);
    add_table(n, n->layers[1],
              (Step){.id = "layers",
                     .title = "Layers until the last word depends on the first",
                     .formula = "1, 1, O(n/k), O(n/r); dilated O(log_k n)",
                     .note = note_layers(n)},
              c->layers);
    add_table(n, n->layers[1],
              (Step){.id = "path",
                     .title = "The longest path between two words",
                     .formula = "layers · products in a row",
                     .note = note_path(n)},
              c->path);
}

/* ---- operations ---- */

/* "matmul₁", "matmul₂" where there are several of a name. */
static const char *operation_label(const Narration *n, const LayerCount *c, int index)
{
    static const char *const digits[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
    const char *name = c->operations[index].name;
    int same = 0, place = 0;
    for (int i = 0; i < c->count; i++) {
        same += !strcmp(c->operations[i].name, name);
        place += i <= index && !strcmp(c->operations[i].name, name);
    }
    return same > 1 ? arena_format(n->arena, "%s%s", name, digits[place % 10]) : name;
}

/* Of the table of operations. */
enum { COLUMN_ALL = 4, OPERATION_COLUMNS };

/* "Of 1,028,000,000 multiply-adds matmul₁ takes 512,000,000." */
static const char *note_operations(const Narration *n, const LayerOperations *o)
{
    const double *all = o->table.exact + COLUMN_ALL;
    int most = 0;
    for (int i = 1; i < o->found.count; i++)
        if (all[OPERATION_COLUMNS * i] > all[OPERATION_COLUMNS * most])
            most = i;
    return arena_format(n->arena, "Of %s multiply-adds %s takes %s.",
                        count(n, o->found.multiply_adds), operation_label(n, &o->found, most),
                        count(n, all[OPERATION_COLUMNS * most]));
}

static void add_operations(Narration *n, LayerKind kind)
{
    static const char *const cols[OPERATION_COLUMNS] = {"times", "rows", "columns",
                                                        "a cell", [COLUMN_ALL] = "all"};
    const LayerOperations *o = &n->costs->operations[kind];
    int length = n->costs->settings.lengths[n->costs->counted - 1];
    const char **labels = arena_alloc(n->arena, (size_t)o->found.count, sizeof *labels);
    for (int i = 0; i < o->found.count; i++)
        labels[i] = operation_label(n, &o->found, i);
    Axis counts = token_axis("multiply-adds", cols, OPERATION_COLUMNS);
    counts.named = false;
    add_step(n->trace,
             (Step){.id = arena_format(n->arena, "%s/operations", names[kind]),
                    .title = arena_format(n->arena, "The operations of a layer: %s, n = %d",
                                          names[kind], length),
                    .formula = formula_of(n, kind),
                    .note = note_operations(n, o),
                    .rows = token_axis("operation", labels, o->found.count),
                    .cols = counts,
                    .kind = VALUE_COUNT,
                    .node = o->table.node,
                    .counts = o->table.exact});
}

/* ---- the whole ---- */

static void add_overview(Narration *n)
{
    Grid grid = grid_new(n->trace, "overview", 1, 2);
    grid.panel.title = "What a layer costs, by the length of the sentence";
    grid.panel.formula = "n²·d crosses n·d² at n = d";
    grid.panel.note = note_crossing(n);
    grid_place(&grid, 0, 0, "growth", "table 1", NULL);
    grid_place(&grid, 0, 1, "growth/real", "with what it leaves out", NULL);
    add_panel(n->trace, grid);
}

static void add_settings(Narration *n)
{
    const LayerSizes *s = &n->costs->settings.sizes;
    Text lengths = text_new(n->arena);
    for (int i = 0; i < n->lengths.count; i++)
        text_format(&lengths, "%s%s", i ? "," : "", n->lengths.labels[i]);
    add_setting(n->trace, "length", lengths.data, false);
    add_number_setting(n->trace, "d", s->d);
    add_number_setting(n->trace, "kernel", s->kernel);
    add_number_setting(n->trace, "window", s->window);
    n->trace->provenance =
        arena_format(n->arena,
                     "d = %d features a word, kernels of k = %d words, restricted attention to "
                     "%d words on either side (r = %d), one head",
                     s->d, s->kernel, s->window, 2 * s->window + 1);
}

Trace *narrate_layer_costs(Arena *arena, const LayerCosts *costs, int argc, const char *const *argv)
{
    const LayerCostsSettings *s = &costs->settings;
    Narration n = {.arena = arena,
                   .trace = trace_new(arena, STEPS, PANELS, SETTINGS, 0),
                   .costs = costs,
                   .d = s->sizes.d,
                   .last = s->lengths[s->length_count - 1],
                   .lengths = length_axis(arena, s->lengths, s->length_count),
                   .layers = {token_axis("layer", names, COSTED_KINDS),
                              token_axis("layer", names, LAYER_KINDS)}};
    n.trace->argc = argc;
    n.trace->argv = argv;
    add_settings(&n);
    add_multiply_adds(&n);
    add_paths(&n);
    for (int kind = 0; costs->operations && kind < COSTED_KINDS; kind++)
        add_operations(&n, (LayerKind)kind);
    add_overview(&n);
    return n.trace;
}
