#include "model/transformer_layers.h"

const char *const norm_place_names[NORM_PLACES] = {
    [NORM_POST] = "post", [NORM_PRE] = "pre", [NORM_NONE] = "none"};

/* ---- what is learned ---- */

static FeedForwardParameters feed_forward_learned(Scope s, int d, int ffn)
{
    FeedForwardParameters p;
    p.W_1 = learned(s, "W_1", NULL, d, ffn, START_BY_ROWS);
    p.b_1 = learned(s, "b_1", NULL, 1, ffn, START_ZEROS);
    p.W_2 = learned(s, "W_2", NULL, ffn, d, START_BY_ROWS);
    p.b_2 = learned(s, "b_2", NULL, 1, d, START_ZEROS);
    return p;
}

static NormParameters layer_norm_learned(Scope s, const TransformerSizes *z, int number)
{
    if (z->norm == NORM_NONE)
        return (NormParameters){0};
    return norm_learned(within(s, "norm-%d", "", number), z->d_model);
}

LayerParameters layer_learned(Scope s, const TransformerSizes *z, bool is_decoder)
{
    int d = z->d_model;
    LayerParameters p = {.sizes = z};
    p.self = projections_learned(within(s, "self", "", 0), d, START_BY_ROWS);
    p.feed_forward = feed_forward_learned(within(s, "ffn", "", 0), d, z->ffn);
    p.norms[0] = layer_norm_learned(s, z, 1);
    p.norms[1] = layer_norm_learned(s, z, 2);
    if (is_decoder) {
        p.cross = projections_learned(within(s, "cross", "", 0), d, START_BY_ROWS);
        p.norms[2] = layer_norm_learned(s, z, 3);
    }
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

/* The sublayers of attention, in their order: x asks itself, then the memory. */
typedef enum Sublayer { SELF, CROSS } Sublayer;

static Node *attention_around(Scope s, Sublayer which, const LayerParameters *p, int sentences,
                              Node *x, Node *memory, Node *mask)
{
    const TransformerSizes *z = p->sizes;
    AttentionShape of_heads = {z->heads, z->variation, mask, sentences, .own_names = true};
    const NormParameters *norm = &p->norms[which];
    Node *enters = before_sublayer(s, z->norm, norm, x);
    Node *made = multi_head_attention_together(s, enters, which == SELF ? enters : memory,
                                               which == SELF ? &p->self : &p->cross, &of_heads);
    return after_sublayer(s, z->norm, norm, x, made);
}

/* The last sublayer of either side. */
static Node *feed_forward_around(Scope s, const LayerParameters *p, const NormParameters *norm,
                                 Node *x)
{
    Scope ffn = within(s, "ffn", ", feed-forward", 0);
    Node *enters = before_sublayer(ffn, p->sizes->norm, norm, x);
    Node *made = feed_forward(ffn, &p->feed_forward, enters);
    return after_sublayer(ffn, p->sizes->norm, norm, x, made);
}

/* ---- layers ---- */

Node *encoder_layer(Scope s, const LayerParameters *p, int sentences, Node *x, Node *hidden)
{
    Scope self = within(s, "self", ", self-attention", 0);
    x = attention_around(self, SELF, p, sentences, x, NULL, hidden);
    return feed_forward_around(s, p, &p->norms[1], x);
}

Node *decoder_layer(Scope s, const LayerParameters *p, int sentences, Node *y, Node *memory,
                    Node *causal, Node *hidden)
{
    Scope self = within(s, "self", ", masked self-attention", 0);
    Scope cross = within(s, "cross", ", encoder–decoder attention", 0);
    y = attention_around(self, SELF, p, sentences, y, NULL, causal);
    y = attention_around(cross, CROSS, p, sentences, y, memory, hidden);
    return feed_forward_around(s, p, &p->norms[2], y);
}
