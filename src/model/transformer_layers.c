#include "model/transformer_layers.h"

#include "graph/ops.h"

const char *const norm_place_names[NORM_PLACES] = {
    [NORM_POST] = "post", [NORM_PRE] = "pre", [NORM_NONE] = "none"};

/* ---- what is learned ---- */

static Projections projections_learned(Scope s, int d)
{
    Projections p;
    p.W_Q = learned(s, "W_Q", NULL, d, d, START_BY_ROWS);
    p.W_K = learned(s, "W_K", NULL, d, d, START_BY_ROWS);
    p.W_V = learned(s, "W_V", NULL, d, d, START_BY_ROWS);
    p.W_O = learned(s, "W_O", NULL, d, d, START_BY_ROWS);
    return p;
}

static FeedForwardParameters feed_forward_learned(Scope s, int d, int ffn)
{
    FeedForwardParameters p;
    p.W_1 = learned(s, "W_1", NULL, d, ffn, START_BY_ROWS);
    p.b_1 = learned(s, "b_1", NULL, 1, ffn, START_ZEROS);
    p.W_2 = learned(s, "W_2", NULL, ffn, d, START_BY_ROWS);
    p.b_2 = learned(s, "b_2", NULL, 1, d, START_ZEROS);
    return p;
}

static NormParameters layer_norm_learned(Scope s, const LayerShape *shape, int number)
{
    if (shape->norm == NORM_NONE)
        return (NormParameters){0};
    return norm_learned(within(s, "norm-%d", "", number), shape->d_model);
}

LayerParameters encoder_layer_learned(Scope s, const LayerShape *shape)
{
    LayerParameters p = {.self = projections_learned(within(s, "self", "", 0), shape->d_model)};
    p.feed_forward = feed_forward_learned(within(s, "ffn", "", 0), shape->d_model, shape->ffn);
    p.norms[0] = layer_norm_learned(s, shape, 1);
    p.norms[1] = layer_norm_learned(s, shape, 2);
    return p;
}

LayerParameters decoder_layer_learned(Scope s, const LayerShape *shape)
{
    LayerParameters p = encoder_layer_learned(s, shape);
    p.cross = projections_learned(within(s, "cross", "", 0), shape->d_model);
    p.norms[2] = layer_norm_learned(s, shape, 3);
    return p;
}

/* ---- around a sublayer ---- */

static Node *normed(Scope s, const NormParameters *p, Node *x)
{
    return layer_norm_with(within(s, "norm", ", layer norm", 0), p, x);
}

/* What enters a sublayer. */
static Node *before_sublayer(Scope s, NormPlace place, const NormParameters *p, Node *x)
{
    return place == NORM_PRE ? normed(s, p, x) : x;
}

/* What leaves it, x having gone in, under the name of x. */
static Node *after_sublayer(Scope s, NormPlace place, const NormParameters *p, Node *x, Node *made)
{
    const char *symbol = symbol_of(s, x);
    Node *sum = defined(s, "residual", "Residual", symbol, add(s.graph, x, made));
    Node *leaves = place == NORM_POST ? normed(s, p, sum) : sum;
    return symbol ? with_symbol(s, leaves, symbol, 0) : leaves;
}

/* ---- sublayers ---- */

Node *feed_forward(Scope s, const FeedForwardParameters *p, Node *x)
{
    Graph *g = s.graph;
    given_matrix(s, "W_1", "First matrix", "W_1", p->W_1);
    given_row(s, "b_1", "First biases", "b_1", "b₁", p->b_1);
    given_matrix(s, "W_2", "Second matrix", "W_2", p->W_2);
    given_row(s, "b_2", "Second biases", "b_2", "b₂", p->b_2);
    Node *product = named(s, "product", "Products of the hidden units", matmul(g, x, p->W_1));
    Node *sums = named(s, "sums", "Sums of the hidden units", add_row(g, product, p->b_1));
    Node *active = named(s, "active", "Hidden units", relu(g, sums));
    Node *back = named(s, "back", "Products", matmul(g, active, p->W_2));
    return named(s, "output", "Output", add_row(g, back, p->b_2));
}

static AttentionShape attention_shape(const LayerShape *shape, Node *mask)
{
    return (AttentionShape){
        .heads = shape->heads, .mask = mask, .sentences = shape->sentences, .own_names = true};
}

/* The last sublayer of either side. */
static Node *feed_forward_around(Scope s, const LayerParameters *p, NormPlace place,
                                 const NormParameters *norm, Node *x)
{
    Scope ffn = within(s, "ffn", ", feed-forward", 0);
    Node *enters = before_sublayer(ffn, place, norm, x);
    Node *made = feed_forward(ffn, &p->feed_forward, enters);
    return after_sublayer(ffn, place, norm, x, made);
}

/* ---- layers ---- */

Node *encoder_layer(Scope s, const LayerParameters *p, const LayerShape *shape, Node *x)
{
    Scope self = within(s, "self", ", self-attention", 0);
    AttentionShape all = attention_shape(shape, NULL);
    Node *enters = before_sublayer(self, shape->norm, &p->norms[0], x);
    Node *made = multi_head_attention_together(self, enters, enters, &p->self, &all, NULL);
    x = after_sublayer(self, shape->norm, &p->norms[0], x, made);
    return feed_forward_around(s, p, shape->norm, &p->norms[1], x);
}

LayerCache layer_cache_new(Graph *g, const LayerParameters *p, Node *memory, int longest)
{
    int d = cols_of(memory);
    LayerCache cache = {.words = kv_cache_new(g->arena, longest, d),
                        .memory = kv_cache_new(g->arena, rows_of(memory), d)};
    kv_cache_append(&cache.memory, matmul(g, memory, p->cross.W_K),
                    matmul(g, memory, p->cross.W_V));
    return cache;
}

Node *decoder_layer(Scope s, const LayerParameters *p, const LayerShape *shape, Node *y,
                    Node *memory, Node *causal, LayerCache *cache)
{
    Scope self = within(s, "self", ", masked self-attention", 0);
    Scope cross = within(s, "cross", ", encoder–decoder attention", 0);
    AttentionShape before = attention_shape(shape, causal), all = attention_shape(shape, NULL);
    KvCache *words = cache ? &cache->words : NULL, *read = cache ? &cache->memory : NULL;
    Node *enters = before_sublayer(self, shape->norm, &p->norms[0], y);
    Node *made = multi_head_attention_together(self, enters, enters, &p->self, &before, words);
    y = after_sublayer(self, shape->norm, &p->norms[0], y, made);
    enters = before_sublayer(cross, shape->norm, &p->norms[1], y);
    made = multi_head_attention_together(cross, enters, memory, &p->cross, &all, read);
    y = after_sublayer(cross, shape->norm, &p->norms[1], y, made);
    return feed_forward_around(s, p, shape->norm, &p->norms[2], y);
}
