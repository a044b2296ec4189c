#include "trace/norms.h"

#include "base/number.h"
#include "trace/measure.h"
#include "trace/narration.h"

#include <math.h>

enum { STEPS = 11, PANELS = 1, SETTINGS = 6, DIGITS = 3 };

/* One narration. */
typedef struct Narration {
    Arena *arena;
    Trace *trace;
    const NormComparison *norms;
    const Subject *first;
    int others; /* sentences that join the first */
    int batch;  /* tokens of all of them */
    Axis tokens, features;
} Narration;

static const char *number(const Narration *n, double x)
{
    char digits[NUMBER_SIZE];
    return arena_strdup(n->arena, number_digits(digits, x, DIGITS));
}

/* ---- what is seen ---- */

/* "from −0.1 for bat to 0.2 for hit"; "0.1 for bat" where it is alone, "0 for all" of equals */
static const char *range_of(const Narration *n, const Node *column, Axis axis)
{
    int low = 0, high = 0;
    const real *x = column->value.data;
    for (int i = 1; i < rows_of(column); i++) {
        low = x[i] < x[low] ? i : low;
        high = x[i] > x[high] ? i : high;
    }
    if (x[low] == x[high])
        return arena_format(n->arena, "%s for %s", number(n, (double)x[low]),
                            rows_of(column) == 1 && axis.name == n->tokens.name ? axis.labels[0]
                                                                                : "all");
    return arena_format(n->arena, "from %s for %s%s to %s for %s%s", number(n, (double)x[low]),
                        axis.name == n->tokens.name ? "" : "feature ", axis.labels[low],
                        number(n, (double)x[high]), axis.name == n->tokens.name ? "" : "feature ",
                        axis.labels[high]);
}

static const char *note_mean(const Narration *n, const Node *mean, Axis axis, const char *over)
{
    return arena_format(n->arena, "A mean for each %s, over %s: %s.", axis.name, over,
                        range_of(n, mean, axis));
}

static const char *note_variance(const Narration *n, const Node *variance, Axis axis,
                                 const char *over)
{
    return arena_format(n->arena, "A variance for each %s, over %s: %s.", axis.name, over,
                        range_of(n, variance, axis));
}

/* Where the numbers along the axis were all equal, their variance is 0 and stays so. */
static const char *note_after(const Narration *n, const Normalised *normalised, const char *axis)
{
    int flat = 0, count = rows_of(normalised->after.mean);
    double mean = 0, variance = 0;
    for (int i = 0; i < count; i++) {
        if (normalised->moments.variance->value.data[i] == 0) {
            flat++;
            continue;
        }
        mean = fmax(mean, fabs((double)normalised->after.mean->value.data[i]));
        variance = fmax(variance, fabs((double)normalised->after.variance->value.data[i] - 1));
    }
    if (flat == count)
        return arena_format(n->arena, "Each %s has one number throughout: all become 0.", axis);
    return arena_format(
        n->arena, "Each %s%s now has mean 0 and variance 1, but for %s and %s at most.", axis,
        flat ? " that was not one number throughout" : "", number(n, mean), number(n, variance));
}

static const char *note_change(const Narration *n, const Node *change, const char *own)
{
    Place p = largest_size(change->value, NULL);
    const char *joins = n->others == 1 ? "another sentence joins"
                                       : arena_format(n->arena, "%d others join", n->others);
    double most = fabs((double)at(change->value, p.row, p.col));
    if (most == 0)
        return arena_format(n->arena, "When %s the batch, no number changes: %s.", joins, own);
    return arena_format(n->arena, "When %s the batch, feature %s of %s changes most, by %s: %s.",
                        joins, n->features.labels[p.col], n->tokens.labels[p.row], number(n, most),
                        own);
}

static const char *note_layer_change(const Narration *n)
{
    return note_change(n, n->norms->layer_change, "a token's mean and variance are its own");
}

static const char *note_batch_change(const Narration *n)
{
    return note_change(n, n->norms->batch_change,
                       "a feature's mean and variance are those of all tokens there are");
}

/* "4 tokens of another sentence have joined the batch; …" */
static const char *note_joined(const Narration *n, const char *then)
{
    int joining = n->batch - n->tokens.count;
    const char *from = n->others == 1 ? "another sentence"
                                      : arena_format(n->arena, "%d other sentences", n->others);
    return arena_format(n->arena, "%d token%s of %s %s joined the batch: %s.", joining,
                        joining == 1 ? "" : "s", from, joining == 1 ? "has" : "have", then);
}

/* ---- steps ---- */

static void add_matrix(Narration *n, Step named, const Node *node)
{
    Step step = named;
    step.rows = n->tokens;
    step.cols = n->features;
    step.kind = VALUE_SIGNED;
    step.node = node;
    add_step(n->trace, step);
}

static void add_moment(Narration *n, Step named, Axis axis, const char *measure, const Node *node)
{
    const char **label = arena_alloc(n->arena, 1, sizeof *label);
    label[0] = measure;
    Step step = named;
    step.rows = axis;
    step.cols = token_axis("measure", label, 1);
    step.kind = VALUE_SIGNED;
    step.form = FORM_BARS;
    step.node = node;
    add_step(n->trace, step);
}

static void add_input(Narration *n)
{
    add_matrix(n,
               (Step){.id = "input",
                      .title = "Vectors of the first sentence",
                      .formula = "X",
                      .note = "Layer norm takes each row by itself, batch norm each column."},
               n->norms->input);
}

static void add_layer(Narration *n)
{
    const Normalised *l = &n->norms->layer;
    const char *over = arena_format(n->arena, "its %d features", n->features.count);
    add_moment(n,
               (Step){.id = "layer/mean",
                      .title = "Layer norm: the mean of each token",
                      .formula = "μ_i = Σ_j x_{ij} / d",
                      .note = note_mean(n, l->moments.mean, n->tokens, over)},
               n->tokens, "mean", l->moments.mean);
    add_moment(n,
               (Step){.id = "layer/variance",
                      .title = "Layer norm: the variance of each token",
                      .formula = "σ_i^2 = Σ_j (x_{ij} − μ_i)^2 / d",
                      .note = note_variance(n, l->moments.variance, n->tokens, over)},
               n->tokens, "variance", l->moments.variance);
    add_matrix(n,
               (Step){.id = "layer/output",
                      .title = "Layer norm",
                      .formula = "(x_{ij} − μ_i)/√(σ_i^2 + 0.00001)",
                      .note = note_after(n, l, "row")},
               l->output);
}

static void add_batch(Narration *n)
{
    const Normalised *b = &n->norms->batch;
    const char *over = arena_format(n->arena, "the %d token%s of the sentence", n->tokens.count,
                                    n->tokens.count == 1 ? "" : "s");
    add_moment(n,
               (Step){.id = "batch/mean",
                      .title = "Batch norm: the mean of each feature",
                      .formula = "μ_j = Σ_i x_{ij} / n",
                      .note = note_mean(n, b->moments.mean, n->features, over)},
               n->features, "mean", b->moments.mean);
    add_moment(n,
               (Step){.id = "batch/variance",
                      .title = "Batch norm: the variance of each feature",
                      .formula = "σ_j^2 = Σ_i (x_{ij} − μ_j)^2 / n",
                      .note = note_variance(n, b->moments.variance, n->features, over)},
               n->features, "variance", b->moments.variance);
    add_matrix(n,
               (Step){.id = "batch/output",
                      .title = "Batch norm",
                      .formula = "(x_{ij} − μ_j)/√(σ_j^2 + 0.00001)",
                      .note = note_after(n, b, "column")},
               b->output);
}

static void add_joined(Narration *n)
{
    const NormComparison *c = n->norms;
    add_matrix(n,
               (Step){.id = "layer/joined",
                      .title = "Layer norm, the first sentence among others",
                      .formula = "(x_{ij} − μ_i)/√(σ_i^2 + 0.00001)",
                      .note = note_joined(n, "each row is still taken by itself")},
               c->layer_joined);
    add_matrix(n,
               (Step){.id = "layer/change",
                      .title = "What the others change for layer norm",
                      .formula = "joined − alone",
                      .note = note_layer_change(n)},
               c->layer_change);
    add_matrix(
        n,
        (Step){.id = "batch/joined",
               .title = "Batch norm, the first sentence among others",
               .formula = "(x_{ij} − μ_j)/√(σ_j^2 + 0.00001)",
               .note = note_joined(
                   n, arena_format(n->arena, "each column is now taken over all %d", n->batch))},
        c->batch_joined);
    add_matrix(n,
               (Step){.id = "batch/change",
                      .title = "What the others change for batch norm",
                      .formula = "joined − alone",
                      .note = note_batch_change(n)},
               c->batch_change);
}

static const char *change_title(const Narration *n, const char *norm, const Node *change)
{
    Place p = largest_size(change->value, NULL);
    bool none = at(change->value, p.row, p.col) == 0;
    return arena_format(
        n->arena, none ? "%s: other sentences change nothing" : "%s: what other sentences change",
        norm);
}

/* One below the other, for a sentence has few tokens and many features. */
static void add_overview(Narration *n)
{
    Grid grid = grid_new(n->trace, "overview", n->others ? 5 : 3, 1);
    grid.panel.title = "Layer norm beside batch norm";
    grid.panel.formula = "(x − μ)/√(σ^2 + 0.00001)";
    grid.panel.note = n->others ? note_batch_change(n) : n->trace->steps[0].note;
    grid_place(&grid, 0, 0, "input", "X", NULL);
    grid_place(&grid, 1, 0, "layer/output", "layer norm: each row by itself", NULL);
    grid_place(&grid, 2, 0, "batch/output", "batch norm: each column by itself", NULL);
    if (n->others) {
        grid_place(&grid, 3, 0, "layer/change",
                   change_title(n, "layer norm", n->norms->layer_change), NULL);
        grid_place(&grid, 4, 0, "batch/change",
                   change_title(n, "batch norm", n->norms->batch_change), NULL);
    }
    add_panel(n->trace, grid);
}

/* ---- the whole ---- */

static void add_settings(Narration *n, const char *origin)
{
    const Subject *s = n->first;
    add_number_setting(n->trace, "d_model", n->features.count);
    add_setting(n->trace, "weights", origin, false);
    add_setting(n->trace, "seed", s->seed, true);
    add_source(n->trace, origin, s->recipe, "held-out perplexity", s->perplexity);
    n->trace->provenance =
        arena_format(n->arena, "d_{model} = %d, weights %s%s%s", n->features.count, origin,
                     s->seed ? ", seed " : "", s->seed ? s->seed : "");
}

Trace *narrate_norms(Arena *arena, const NormComparison *norms, const NormedSentence *sentences,
                     int count, const char *origin)
{
    int tokens = rows_of(norms->input);
    Narration n = {.arena = arena,
                   .trace = trace_new(arena, STEPS, PANELS, SETTINGS, count),
                   .norms = norms,
                   .first = sentences[0].subject,
                   .others = count - 1,
                   .tokens = token_axis("token", sentences[0].subject->labels, tokens),
                   .features = numbered_axis(arena, cols_of(norms->input))};
    n.features.named = true; /* they are what the two norms tell apart: drawn */
    n.trace->argc = sentences[0].subject->argc;
    n.trace->argv = sentences[0].subject->argv;
    add_settings(&n, origin);
    for (int i = 0; i < count; i++) {
        n.batch += sentences[i].tokens;
        add_text(n.trace, traced_text(sentences[i].subject->sentence, sentences[i].tokens,
                                      sentences[i].subject->tokens));
    }
    add_input(&n);
    add_layer(&n);
    add_batch(&n);
    if (n.others)
        add_joined(&n);
    add_overview(&n);
    return n.trace;
}
