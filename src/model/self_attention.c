#include "model/self_attention.h"

#include "graph/ops.h"

enum { POSITION_BASE = 10000 }; /* Vaswani et al. 2017, §3.5 */

static Node *mean_weights(Graph *g, const MultiHead *multi)
{
    Node **weights = arena_alloc(g->arena, (size_t)multi->head_count, sizeof(Node *));
    for (int i = 0; i < multi->head_count; i++)
        weights[i] = multi->heads[i].attention.weights;
    return mean(g, weights, multi->head_count);
}

static Projections projections(Graph *g, const Weights *w)
{
    return (Projections){.W_Q = parameter(g, w->W_Q, w->origin),
                         .W_K = parameter(g, w->W_K, w->origin),
                         .W_V = parameter(g, w->W_V, w->origin),
                         .W_O = parameter(g, w->W_O, w->origin)};
}

SelfAttention self_attention(Graph *g, const Weights *weights, WordVectors vectors, int n,
                             SelfAttentionSettings settings)
{
    int d = vectors.table.cols;
    SelfAttention s = {.n = n, .d_model = d, .d_k = d / settings.heads, .origin = weights->origin};
    s.settings = settings;
    s.embeddings = gather(g, parameter(g, vectors.table, weights->origin), vectors.rows, n);
    s.positional = settings.positions ? sinusoids(g, n, d, POSITION_BASE) : NULL;
    s.input = s.positional ? add(g, s.embeddings, s.positional) : s.embeddings;
    s.mask = settings.mask.data ? constant(g, settings.mask, "as --mask says") : NULL;
    s.raw = scaled_dot_product(g, s.input, s.input, s.input, s.mask, settings.scale);
    s.multi = multi_head(g, s.input, s.input, projections(g, weights), settings.heads, s.mask,
                         settings.scale);
    s.mean = mean_weights(g, &s.multi);
    s.difference = subtract(g, s.mean, s.raw.weights);
    return s;
}
