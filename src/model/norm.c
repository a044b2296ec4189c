#include "model/norm.h"

#include "graph/ops.h"

Moments row_moments(Graph *g, Node *a)
{
    Moments m;
    m.mean = row_mean(g, a);
    m.variance = row_variance(g, a, m.mean);
    return m;
}

NormParameters norm_learned(Scope s, int d)
{
    NormParameters p;
    p.gain = learned(s, "gain", NULL, 1, d, START_ONES);
    p.bias = learned(s, "bias", NULL, 1, d, START_ZEROS);
    return p;
}

/* What the norm does to the moments of each row. */
static void name_effect(Scope s, Moments before, Node *output)
{
    enum { MOMENTS = 4 };
    Moments after = row_moments(s.graph, output);
    defined(s, "mean-after", "Mean of each row afterwards", "μ′", after.mean);
    with_measure(s, after.mean, "mean after");
    defined(s, "variance-after", "Variance of each row afterwards", "σ′²", after.variance);
    with_measure(s, after.variance, "variance after");
    Node *parts[MOMENTS] = {before.mean, before.variance, after.mean, after.variance};
    named(s, "moments", "Moments of each row", concat(s.graph, parts, MOMENTS));
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
        name_effect(s, (Moments){mean, variance}, output);
    return output;
}

Normalised layer_normalised(Graph *g, Node *x)
{
    Normalised n = {.moments = row_moments(g, x)};
    n.output = standardize(g, x, n.moments.mean, n.moments.variance);
    n.after = row_moments(g, n.output);
    return n;
}

Normalised batch_normalised(Graph *g, Node *x)
{
    Normalised turned = layer_normalised(g, transpose(g, x));
    return (Normalised){turned.moments, turned.after, transpose(g, turned.output)};
}

static Node *first_rows(Graph *g, Node *a, int count)
{
    int *rows = arena_alloc(g->arena, (size_t)count, sizeof *rows);
    for (int i = 0; i < count; i++)
        rows[i] = i;
    return gather(g, a, rows, count);
}

NormComparison norms_compared(Graph *g, Node *const *sentences, int count)
{
    Node *x = sentences[0];
    NormComparison c = {.input = x};
    c.layer = layer_normalised(g, x);
    c.batch = batch_normalised(g, x);
    if (count == 1)
        return c;
    Node *all = stack(g, sentences, count);
    c.layer_joined = first_rows(g, layer_normalised(g, all).output, rows_of(x));
    c.batch_joined = first_rows(g, batch_normalised(g, all).output, rows_of(x));
    c.layer_change = subtract(g, c.layer_joined, c.layer.output);
    c.batch_change = subtract(g, c.batch_joined, c.batch.output);
    return c;
}
