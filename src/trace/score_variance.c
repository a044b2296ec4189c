#include "trace/score_variance.h"

#include "base/number.h"
#include "graph/largest.h"
#include "trace/narration.h"

enum { STEPS = 6, PANELS = 1, SETTINGS = 4, DIGITS = 3, LARGE = 1000 };

/* One narration. */
typedef struct Narration {
    Arena *arena;
    Trace *trace;
    const ScoreVariance *model;
    Axis dims;           /* "4", "16", … */
    const double *sizes; /* the same as numbers */
} Narration;

static const char *number(const Narration *n, double x)
{
    char digits[NUMBER_SIZE];
    return arena_strdup(n->arena,
                        x < LARGE ? number_digits(digits, x, DIGITS) : number_fixed(digits, x, 0));
}

/* Of the smallest dₖ and the largest, plain (0) or scaled (1). */
static const char *first_and_last(const Narration *n, const Node *measured, int col)
{
    int last = n->dims.count - 1;
    if (last == 0)
        return arena_format(n->arena, "%s at dₖ = %s",
                            number(n, (double)at(measured->value, 0, col)), n->dims.labels[0]);
    return arena_format(n->arena, "%s at dₖ = %s and %s at dₖ = %s",
                        number(n, (double)at(measured->value, 0, col)), n->dims.labels[0],
                        number(n, (double)at(measured->value, last, col)), n->dims.labels[last]);
}

/* ---- what is seen ---- */

static const char *note_variance(const Narration *n)
{
    return arena_format(n->arena, "The variance of q·k is %s; of q·k/√dₖ it is %s.",
                        first_and_last(n, n->model->variance, 0),
                        first_and_last(n, n->model->variance, 1));
}

static const char *note_entropy(const Narration *n)
{
    return arena_format(n->arena,
                        "Even weights of %d keys would have %d bits. Without the root a query's "
                        "have on average %s; with it, %s.",
                        SCORED_KEYS, SCORED_BITS, first_and_last(n, n->model->entropy, 0),
                        first_and_last(n, n->model->entropy, 1));
}

static const char *note_largest(const Narration *n)
{
    return arena_format(
        n->arena, "Without the root the largest weight is on average %s; with it, %s.",
        first_and_last(n, n->model->largest, 0), first_and_last(n, n->model->largest, 1));
}

static const char *note_slope(const Narration *n)
{
    return arena_format(n->arena,
                        "The length of the softmax's derivative, how far the weights move with the "
                        "scores, on average: without the root %s; with it, %s.",
                        first_and_last(n, n->model->slope, 0),
                        first_and_last(n, n->model->slope, 1));
}

/* "At dₖ = 256 the first query gives 0.98 to one key." */
static const char *note_weights(const Narration *n, const Node *weights)
{
    int last = n->dims.count - 1, best = largest_in_row(weights->value, last);
    return arena_format(n->arena, "At dₖ = %s the first query gives %s to key %d.",
                        n->dims.labels[last], number(n, (double)at(weights->value, last, best)),
                        best + 1);
}

/* ---- steps ---- */

/* Measured against dₖ, plain and scaled. */
static void add_measure(Narration *n, Step named, const Node *node, const char *y_name, bool log_y)
{
    static const char *const kinds[] = {"q·k", "q·k/√dₖ"};
    Curves *curves = arena_alloc(n->arena, 1, sizeof *curves);
    *curves =
        (Curves){.x = n->sizes, .x_name = "dₖ", .y_name = y_name, .log_x = true, .log_y = log_y};
    Step step = named;
    step.rows = n->dims;
    step.cols = token_axis("scores", kinds, 2);
    step.kind = VALUE_SIGNED;
    step.form = FORM_CURVES;
    step.curves = curves;
    step.node = node;
    add_step(n->trace, step);
}

static void add_measures(Narration *n)
{
    const ScoreVariance *m = n->model;
    add_measure(n,
                (Step){.id = "variance",
                       .title = "Variance of the scores",
                       .formula = "Var(q·k) = d_k",
                       .note = note_variance(n)},
                m->variance, "variance", true);
    add_measure(n,
                (Step){.id = "entropy",
                       .title = "Entropy of a query's weights, in bits",
                       .formula = "−Σ_j w_j log_2 w_j",
                       .note = note_entropy(n)},
                m->entropy, "bits", false);
    add_measure(n,
                (Step){.id = "largest",
                       .title = "Largest of a query's weights",
                       .formula = "max_j w_j",
                       .note = note_largest(n)},
                m->largest, "largest weight", false);
    add_measure(n,
                (Step){.id = "slope",
                       .title = "How much the weights move with the scores",
                       .formula = "|∂softmax(x)/∂x| = √(Σ_{ij} (∂w_i/∂x_j)^2)",
                       .note = note_slope(n)},
                m->slope, "size of the derivative", false);
}

static void add_weights(Narration *n, const char *id, const char *title, const char *formula,
                        const Node *weights)
{
    add_step(n->trace, (Step){.id = id,
                              .title = title,
                              .formula = formula,
                              .note = note_weights(n, weights),
                              .rows = n->dims,
                              .cols = token_axis("key", counted_labels(n->arena, 1, SCORED_KEYS),
                                                 SCORED_KEYS),
                              .kind = VALUE_PROBABILITY,
                              .node = weights});
}

static void add_overview(Narration *n)
{
    Grid grid = grid_new(n->trace, "overview", 3, 2);
    grid.panel.title = "Why scores are divided by √dₖ";
    grid.panel.formula = "softmax(q·k) beside softmax(q·k/√dₖ)";
    grid.panel.note = note_slope(n);
    grid_place(&grid, 0, 0, "plain/weights", "softmax(q·k)", NULL);
    grid_place(&grid, 0, 1, "scaled/weights", "softmax(q·k/√dₖ)", NULL);
    grid_place(&grid, 1, 0, "variance", "variance", NULL);
    grid_place(&grid, 1, 1, "slope", "derivative", NULL);
    grid_place(&grid, 2, 0, "entropy", "entropy", NULL);
    grid_place(&grid, 2, 1, "largest", "largest weight", NULL);
    add_panel(n->trace, grid);
}

/* ---- the whole ---- */

static void add_settings(Narration *n)
{
    const ScoreVarianceSettings *s = &n->model->settings;
    const char *seed = arena_format(n->arena, "%ju", (uintmax_t)s->seed);
    Text dims = text_new(n->arena);
    for (int i = 0; i < n->dims.count; i++)
        text_format(&dims, "%s%s", i ? "," : "", n->dims.labels[i]);
    add_setting(n->trace, "d_k", dims.data, false);
    add_number_setting(n->trace, "samples", s->samples);
    add_number_setting(n->trace, "keys", SCORED_KEYS);
    add_setting(n->trace, "seed", seed, true);
    n->trace->provenance =
        arena_format(n->arena, "%d quer%s of %d keys each, all numbers drawn from N(0, 1), seed %s",
                     s->samples, s->samples == 1 ? "y" : "ies", SCORED_KEYS, seed);
}

Trace *narrate_score_variance(Arena *arena, const ScoreVariance *model, int argc,
                              const char *const *argv)
{
    int count = model->settings.dim_count;
    double *sizes = arena_alloc(arena, (size_t)count, sizeof *sizes);
    for (int i = 0; i < count; i++)
        sizes[i] = model->settings.dims[i];
    Narration n = {.arena = arena,
                   .trace = trace_new(arena, STEPS, PANELS, SETTINGS, 0),
                   .model = model,
                   .dims =
                       token_axis("dₖ", number_labels(arena, model->settings.dims, count), count),
                   .sizes = sizes};
    n.trace->argc = argc;
    n.trace->argv = argv;
    add_settings(&n);
    add_measures(&n);
    add_weights(&n, "plain/weights", "Weights of the first query, scores as they are",
                "softmax(q·k)", model->plain_weights);
    add_weights(&n, "scaled/weights", "Weights of the first query, scores over √dₖ",
                "softmax(q·k/√dₖ)", model->scaled_weights);
    add_overview(&n);
    return n.trace;
}
