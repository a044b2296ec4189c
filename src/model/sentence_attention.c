#include "model/studies.h"

Projections projections_of(Graph *g, const Weights *w)
{
    return (Projections){.W_Q = parameter(g, parameter_value(w->parameters, "W_Q"), w->origin),
                         .W_K = parameter(g, parameter_value(w->parameters, "W_K"), w->origin),
                         .W_V = parameter(g, parameter_value(w->parameters, "W_V"), w->origin),
                         .W_O = parameter(g, parameter_value(w->parameters, "W_O"), w->origin)};
}

Node *sentence_embeddings(Scope s, const Weights *weights, WordVectors vectors,
                          const char *const *labels, int n)
{
    Node *table = parameter(s.graph, vectors.table, weights->origin);
    Node *X = defined(s, "embeddings", "Embeddings", "X", gather(s.graph, table, vectors.rows, n));
    return with_axes(s, X, label_axis("token", labels, n), (Axis){0});
}

Node *sentence_input(Scope s, Node *X, const SelfAttentionSettings *settings)
{
    if (!settings->positions)
        return X;
    Node *PE = defined(s, "positional", "Positional encoding", "PE",
                       sinusoids(s.graph, rows_of(X), cols_of(X), settings->variation.base));
    with_axes(s, PE, rows_called(s, X), (Axis){0});
    return defined(s, "input", "Input", "X", add(s.graph, X, PE));
}

SentenceAttention sentence_attention(Scope s, const Weights *weights, Node *X,
                                     SelfAttentionSettings settings)
{
    Graph *g = s.graph;
    Axis tokens = rows_called(s, X);
    SentenceAttention a = {.settings = settings, .input = sentence_input(s, X, &settings)};
    const Mask *mask = &settings.mask;
    const char *given = "as --mask says";
    if (mask->window || mask->table.data)
        a.mask =
            given_mask(s, "mask", "Mask", axis_as(tokens, "query"), axis_as(tokens, "key"),
                       mask->window ? window_mask(g, rows_of(X), rows_of(X), *mask->window, given)
                                    : constant(g, mask->table, given));
    AttentionShape shape = {settings.heads, settings.variation, a.mask, .sentences = 1};
    Node *x = a.input;
    if (settings.normalise)
        x = defined(s, "normalised", "Input, each row of length 1", "X̂", unit_rows(g, x));
    a.raw = attention(within(s, "raw", " without projections", 0), x, x, x, &shape);
    Projections learned = projections_of(g, weights);
    MultiHeadAttention m = multi_head_attention(s, a.input, a.input, learned, &shape);
    a.heads = m.heads;
    a.W_O = learned.W_O;
    a.output = m.output;
    a.mean = defined(s, "mean/weights", "Mean attention weights of the heads", "Ā",
                     mean_weights(g, m.heads, settings.heads));
    named(s, "difference/weights", "Projections minus no projections",
          subtract(g, a.mean, a.raw.weights));
    return a;
}

Node *matched_attention(Scope s, const SentenceAttention *a)
{
    Graph *g = s.graph;
    int heads = a->settings.heads;
    Scope m = within(s, "matched", " without projections, at the heads' spread", 0);
    Scope from = within(s, "matched", "", 0); /* the scale factor */
    Node **spreads = arena_alloc(g->arena, (size_t)heads, sizeof(Node *));
    for (int i = 0; i < heads; i++)
        spreads[i] = named(within(s, "head-%d", " of head %d", i + 1), "spread", "Spread of scores",
                           deviation(g, a->heads[i].scaled));
    Node *own = defined(from, "own-spread", "Spread of the scores without projections", "σ_1",
                        deviation(g, a->raw.scaled));
    Node *theirs =
        defined(from, "spread", "Mean spread of the heads' scores", "σ_2", mean(g, spreads, heads));
    Node *both = with_symbol(from, stack(g, (Node *[]){own, theirs}, 2), "σ", 0);
    /* growth in one step is the quotient σ₂/σ₁ */
    Node *c = defined(from, "factor", "What scores without projections are multiplied by", "c",
                      growth(g, both));
    Node *scores = named(m, "scores", "Scaled scores", multiply_by(g, a->raw.scaled, c));
    AttentionShape shape = {1, a->settings.variation, a->mask, .sentences = 1};
    return attention_weights(m, masked_scores(m, scores, &shape), cols_of(a->input), &shape);
}
