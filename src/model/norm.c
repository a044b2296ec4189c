#include "model/norm.h"

#include "graph/ops.h"

NormParameters norm_learned(Scope s, int d)
{
    NormParameters p;
    p.gain = learned(s, "gain", NULL, 1, d, START_ONES);
    p.bias = learned(s, "bias", NULL, 1, d, START_ZEROS);
    return p;
}

/* What the norm does to the mean and variance of each row. */
static void name_effect(Scope s, Node *mean, Node *variance, Node *output)
{
    enum { MOMENTS = 4 };
    Graph *g = s.graph;
    Node *mean_after =
        defined(s, "mean-after", "Mean of each row afterwards", "μ′", row_mean(g, output));
    with_measure(s, mean_after, "mean after");
    Node *variance_after = defined(s, "variance-after", "Variance of each row afterwards", "σ′²",
                                   row_variance(g, output, mean_after));
    with_measure(s, variance_after, "variance after");
    Node *parts[MOMENTS] = {mean, variance, mean_after, variance_after};
    named(s, "moments", "Moments of each row", concat(g, parts, MOMENTS));
}

/* "LayerNorm(X)" */
static const char *norm_of(Scope s, const char *norm, Node *x)
{
    const char *symbol = symbol_of(s, x);
    return symbol ? arena_format(s.graph->arena, "%s(%s)", norm, symbol) : NULL;
}

Node *layer_norm_with(Scope s, const NormParameters *p, Node *x)
{
    Graph *g = s.graph;
    given_row(s, "gain", "Gain", "γ", "γ", p->gain);
    given_row(s, "bias", "Bias", "β", "β", p->bias);
    Node *mean = defined(s, "mean", "Mean of each row", "μ", row_mean(g, x));
    Node *variance = defined(s, "variance", "Variance of each row", "σ²", row_variance(g, x, mean));
    Node *standard = named(s, "standard", "Standardised", standardize(g, x, mean, variance));
    Node *scaled = named(s, "scaled", "Scaled", multiply_row(g, standard, p->gain));
    Node *output =
        defined(s, "output", "Output", norm_of(s, "LayerNorm", x), add_row(g, scaled, p->bias));
    if (has_names(s))
        name_effect(s, mean, variance, output);
    return output;
}

/* ---- beside batch normalisation ---- */

/* (x − μ)/√(σ² + ε), a mean and a variance for each row. */
static Node *standardized(Scope s, const char *places, const char *index, Node *x)
{
    Graph *g = s.graph;
    Node *mean = defined(s, "mean", arena_format(g->arena, "Mean of each %s", places),
                         arena_format(g->arena, "μ%s", index), row_mean(g, x));
    Node *variance = defined(s, "variance", arena_format(g->arena, "Variance of each %s", places),
                             arena_format(g->arena, "σ%s²", index), row_variance(g, x, mean));
    return standardize(g, x, mean, variance);
}

static Node *layer_normalised(Scope s, const char *index, Node *x)
{
    return defined(s, "output", "Normalised rows", norm_of(s, "LN", x),
                   standardized(s, "token", index, x));
}

static Node *batch_normalised(Scope s, const char *index, Node *x)
{
    Graph *g = s.graph;
    Node *turned = named(s, "turned", "A row for each feature", transpose(g, x));
    Node *standard =
        named(s, "standard", "Each row standardized", standardized(s, "feature", index, turned));
    return defined(s, "output", "Normalised columns", norm_of(s, "BN", x), transpose(g, standard));
}

/* Formulas have the index at their moments. */
typedef Node *Normalise(Scope s, const char *index, Node *x);

/* The first sentence's rows, normalised among those of all, and less what they were alone. */
static void join(Scope s, Normalise *normalise, Node *alone, Node *all)
{
    Graph *g = s.graph;
    Node *together = normalise(within(s, "all", " of all sentences", 0), "_B", all);
    Node *joined = named(s, "joined", "The first sentence among others",
                         row_range(g, together, 0, rows_of(alone)));
    named(s, "change", "What the others change", subtract(g, joined, alone));
}

void norms_compared(Scope s, Node *const *sentences, int count)
{
    Graph *g = s.graph;
    Node *X = defined(s, "input", "Vectors of the first sentence", "X", sentences[0]);
    Axis features = number_axis(g, "feature", 1, cols_of(X)); /* what the two norms tell apart */
    with_axes(s, X, (Axis){0}, features);
    Scope layer = within(s, "layer", ", layer norm", 0),
          batch = within(s, "batch", ", batch norm", 0);
    Node *by_layer = layer_normalised(layer, "", X), *by_batch = batch_normalised(batch, "", X);
    if (count == 1)
        return;
    Node *all =
        defined(s, "all", "All sentences, one below the other", "B", stack(g, sentences, count));
    with_axes(s, all, (Axis){0}, features);
    join(layer, layer_normalised, by_layer, all);
    join(batch, batch_normalised, by_batch, all);
}
