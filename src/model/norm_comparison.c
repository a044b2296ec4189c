#include "model/norm.h"

#include "graph/ops.h"

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

/* Of sentences that formulas call x, with an index for their moments. */
typedef struct Batch {
    Node *rows;
    const char *symbol, *index;
} Batch;

static Node *layer_normalised(Scope s, Batch b)
{
    return defined(s, "output", "Normalised rows", arena_format(s.graph->arena, "LN(%s)", b.symbol),
                   standardized(s, "token", b.index, b.rows));
}

static Node *batch_normalised(Scope s, Batch b)
{
    Graph *g = s.graph;
    Node *turned = named(s, "turned", "A row for each feature", transpose(g, b.rows));
    Node *standard =
        named(s, "standard", "Each row standardized", standardized(s, "feature", b.index, turned));
    return defined(s, "output", "Normalised columns", arena_format(g->arena, "BN(%s)", b.symbol),
                   transpose(g, standard));
}

typedef Node *Normalise(Scope s, Batch b);

/* The first sentence's rows, normalised among those of all, and less what they were alone. */
static void join(Scope s, Normalise *normalise, Node *alone, Batch all)
{
    Graph *g = s.graph;
    Node *together = normalise(within(s, "all", " of all sentences", 0), all);
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
    Batch alone = {X, "X", ""};
    Scope layer = within(s, "layer", ", layer norm", 0),
          batch = within(s, "batch", ", batch norm", 0);
    Node *by_layer = layer_normalised(layer, alone), *by_batch = batch_normalised(batch, alone);
    if (count == 1)
        return;
    Node *stacked = stack(g, sentences, count);
    Batch all = {defined(s, "all", "All sentences, one below the other", "B", stacked), "B", "_B"};
    with_axes(s, stacked, (Axis){0}, features);
    join(layer, layer_normalised, by_layer, all);
    join(batch, batch_normalised, by_batch, all);
}
