#include "model/sentence_attention.h"

#include "graph/ops.h"

enum { POSITION_BASE = 10000 }; /* Vaswani et al. 2017, §3.5 */

static Projections projections(Graph *g, const Weights *w)
{
    return (Projections){.W_Q = parameter(g, w->W_Q, w->origin),
                         .W_K = parameter(g, w->W_K, w->origin),
                         .W_V = parameter(g, w->W_V, w->origin),
                         .W_O = parameter(g, w->W_O, w->origin)};
}

static Node *mean_of_weights(Graph *g, const Attended *heads, int count)
{
    Node **weights = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    for (int i = 0; i < count; i++)
        weights[i] = heads[i].weights;
    return mean(g, weights, count);
}

Node *sentence_input(Scope s, const Weights *weights, WordVectors vectors,
                     const char *const *labels, int n, bool positions)
{
    Graph *g = s.graph;
    int d = vectors.table.cols;
    Axis tokens = label_axis("token", labels, n);
    Node *table = parameter(g, vectors.table, weights->origin);
    Node *X = defined(s, "embeddings", "Embeddings", "X", gather(g, table, vectors.rows, n));
    with_axes(s, X, tokens, (Axis){0});
    if (!positions)
        return X;
    Node *PE =
        defined(s, "positional", "Positional encoding", "PE", sinusoids(g, n, d, POSITION_BASE));
    with_axes(s, PE, tokens, (Axis){0});
    return defined(s, "input", "Input", "X", add(g, X, PE));
}

SentenceAttention sentence_attention(Scope s, const Weights *weights, WordVectors vectors,
                                     const char *const *labels, int n,
                                     SelfAttentionSettings settings)
{
    Graph *g = s.graph;
    int d = vectors.table.cols;
    Axis tokens = label_axis("token", labels, n);
    SentenceAttention a = {.n = n,
                           .d_model = d,
                           .d_k = d / settings.heads,
                           .settings = settings,
                           .origin = weights->origin};
    a.input = sentence_input(s, weights, vectors, labels, n, settings.positions);
    if (settings.mask.data)
        a.mask = given_mask(s, "mask", "Mask", axis_as(tokens, "query"), axis_as(tokens, "key"),
                            constant(g, settings.mask, "as --mask says"));

    AttentionShape shape = {settings.heads, settings.scale, a.mask, 1, false};
    a.raw =
        attention(within(s, "raw", " without projections", 0), a.input, a.input, a.input, &shape);
    Projections learned = projections(g, weights);
    MultiHeadAttention m = multi_head_attention(s, a.input, a.input, learned, &shape);
    a.heads = m.heads;
    a.W_O = learned.W_O;
    a.output = m.output;
    a.mean = defined(s, "mean/weights", "Mean attention weights of the heads", "Ā",
                     mean_of_weights(g, m.heads, settings.heads));
    named(s, "difference/weights", "Projections minus no projections",
          subtract(g, a.mean, a.raw.weights));
    return a;
}
