#include "model/norm.h"

#include "graph/ops.h"

Moments row_moments(Graph *g, Node *a)
{
    Moments m;
    m.mean = row_mean(g, a);
    m.variance = row_variance(g, a, m.mean);
    return m;
}

LayerNorm layer_norm_with(Graph *g, Node *x, Node *gain, Node *bias)
{
    LayerNorm n = {.input = x, .moments = row_moments(g, x)};
    n.standard = standardize(g, x, n.moments.mean, n.moments.variance);
    n.scaled = multiply_row(g, n.standard, gain);
    n.output = add_row(g, n.scaled, bias);
    return n;
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
