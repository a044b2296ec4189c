#include "model/layers.h"

NormParameters norm_learned(Scope s, const TransformerSizes *z)
{
    NormParameters p = {.gain = learned(s, "gain", NULL, 1, z->d_model, START_ONES),
                        .epsilon = z->design.epsilon};
    if (!z->design.rms)
        p.bias = learned(s, "bias", NULL, 1, z->d_model, START_ZEROS);
    return p;
}

/* (x − μ)/√(σ² + ε), a mean and a variance for each row. ε = 0 stands for 10⁻⁵. */
static Node *standardized(Scope s, const char *places, const char *index, double epsilon, Node *x)
{
    Graph *g = s.graph;
    Node *mean = defined(s, "mean", arena_format(g->arena, "Mean of each %s", places),
                         arena_format(g->arena, "μ%s", index), row_mean(g, x));
    Node *variance = defined(s, "variance", arena_format(g->arena, "Variance of each %s", places),
                             arena_format(g->arena, "σ%s²", index), row_variance(g, x, mean));
    return standardize(g, x, mean, variance, epsilon);
}

/* Names mean and variance of each row of the output. */
static void name_effect(Scope s, Node *output)
{
    Node *mean =
        defined(s, "mean-after", "Mean of each row afterwards", "μ′", row_mean(s.graph, output));
    with_measure(s, mean, "mean after");
    Node *variance = defined(s, "variance-after", "Variance of each row afterwards", "σ′²",
                             row_variance(s.graph, output, mean));
    with_measure(s, variance, "variance after");
    Node *parts[] = {node_within(s, "mean"), node_within(s, "variance"), mean, variance};
    named(s, "moments", "Moments of each row", concat(s.graph, parts, COUNT_OF(parts)));
}

/* "LayerNorm(X)" */
static const char *norm_of(Scope s, const char *norm, Node *x)
{
    const char *symbol = symbol_of(s, x);
    return symbol ? arena_format(s.graph->arena, "%s(%s)", norm, symbol) : NULL;
}

static Node *rms_norm_with(Scope s, const NormParameters *p, Node *x)
{
    Graph *g = s.graph;
    Node *squares = named(s, "squares", "Squares", multiply(g, x, x));
    Node *mean = defined(s, "mean-square", "Mean square of each row", "ms", row_mean(g, squares));
    Node *divided = named(s, "standard", "Over the root of the mean square",
                          divide_by_deviation(g, x, mean, p->epsilon));
    return defined(s, "output", "Output", norm_of(s, "RMSNorm", x),
                   multiply_row(g, divided, p->gain));
}

Node *norm_with(Scope s, const NormParameters *p, Node *x)
{
    given_row(s, "gain", "Gain", "γ", "γ", p->gain);
    if (!p->bias)
        return rms_norm_with(s, p, x);
    given_row(s, "bias", "Bias", "β", "β", p->bias);
    Node *standard =
        named(s, "standard", "Standardised", standardized(s, "row", "", p->epsilon, x));
    Node *scaled = named(s, "scaled", "Scaled", multiply_row(s.graph, standard, p->gain));
    Node *output = defined(s, "output", "Output", norm_of(s, "LayerNorm", x),
                           add_row(s.graph, scaled, p->bias));
    if (has_names(s))
        name_effect(s, output);
    return output;
}

/* ---- beside batch normalisation ---- */

typedef enum Norm { LAYER_NORM, BATCH_NORM, NORMS } Norm;

static Scope norm_scope(Scope s, Norm norm)
{
    return norm == BATCH_NORM ? within(s, "batch", ", batch norm", 0)
                              : within(s, "layer", ", layer norm", 0);
}

/* `index` is that of the moments in formulas. */
static Node *normalised(Scope s, Norm norm, const char *index, Node *x)
{
    Graph *g = s.graph;
    if (norm == LAYER_NORM)
        return defined(s, "output", "Normalised rows", norm_of(s, "LN", x),
                       standardized(s, "token", index, 0, x));
    Node *turned = named(s, "turned", "A row for each feature", transpose(g, x));
    Node *standard =
        named(s, "standard", "Each row standardized", standardized(s, "feature", index, 0, turned));
    return defined(s, "output", "Normalised columns", norm_of(s, "BN", x), transpose(g, standard));
}

/* Names the first sentence's rows normalised with others, and the change. */
static void join(Scope s, const char *symbol, Node *others, const char *change, Node **rows)
{
    defined(s, "all", "All sentences, one below the other", symbol, others);
    /* the two norms differ in the features */
    with_axes(s, others, (Axis){0}, number_axis(s.graph, "feature", 1, cols_of(others)));
    for (Norm i = 0; i < NORMS; i++) {
        Scope norm = norm_scope(s, i);
        Node *together = normalised(within(norm, "all", " of all sentences", 0), i,
                                    arena_format(s.graph->arena, "_%s", symbol), others);
        Node *joined = named(norm, "joined", "The first sentence among others",
                             row_range(s.graph, together, 0, rows_of(rows[i])));
        named(norm, "change", change, subtract(s.graph, joined, rows[i]));
        rows[i] = joined;
    }
}

void norms_compared(Scope s, Node *const *sentences, int count, Node *padded)
{
    Node *rows[NORMS], *X = defined(s, "input", "Vectors of the first sentence", "X", sentences[0]);
    with_axes(s, X, (Axis){0}, number_axis(s.graph, "feature", 1, cols_of(X)));
    for (Norm i = 0; i < NORMS; i++)
        rows[i] = normalised(norm_scope(s, i), i, "", X);
    if (count > 1)
        join(s, "B", stack(s.graph, sentences, count), "What the others change", rows);
    if (padded)
        join(within(s, "padded", ", padding counted", 0), "P", padded, "What that changes", rows);
}
