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
static const char *norm_of(Scope s, Node *x)
{
    const char *symbol = symbol_of(s, x);
    return symbol ? arena_format(s.graph->arena, "LayerNorm(%s)", symbol) : NULL;
}

Node *layer_norm_with(Scope s, const NormParameters *p, Node *x)
{
    Graph *g = s.graph;
    given_row(s, "gain", "Gain", "γ", "γ", p->gain);
    given_row(s, "bias", "Bias", "β", "β", p->bias);
    Node *mean = defined(s, "mean", "Mean of each row", "μ", row_mean(g, x));
    with_measure(s, mean, "mean");
    Node *variance = defined(s, "variance", "Variance of each row", "σ²", row_variance(g, x, mean));
    with_measure(s, variance, "variance");
    Node *standard = named(s, "standard", "Standardised", standardize(g, x, mean, variance));
    Node *scaled = named(s, "scaled", "Scaled", multiply_row(g, standard, p->gain));
    Node *output = defined(s, "output", "Output", norm_of(s, x), add_row(g, scaled, p->bias));
    if (has_names(s))
        name_effect(s, mean, variance, output);
    return output;
}
