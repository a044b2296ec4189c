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
