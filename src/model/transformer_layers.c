#include "model/layers.h"

const char *const norm_place_names[NORM_PLACES] = {
    [NORM_POST] = "post", [NORM_PRE] = "pre", [NORM_NONE] = "none"};

/* ---- parameters ---- */

/* The heads of keys and values may be fewer than those of queries. */
Projections projections_learned(Scope s, const TransformerSizes *z, Start output)
{
    const LayerDesign *design = &z->design;
    int d = z->d_model, d_k = design->d_k ? design->d_k : d / z->heads, all = z->heads * d_k;
    int of_keys = design->key_heads ? design->key_heads * d_k : all;
    Projections p = {.W_Q = learned(s, "W_Q", NULL, d, all, START_BY_ROWS)};
    p.W_K = learned(s, "W_K", NULL, d, of_keys, START_BY_ROWS);
    p.W_V = learned(s, "W_V", NULL, d, of_keys, START_BY_ROWS);
    p.W_O = learned(s, "W_O", NULL, all, d, output);
    if (design->biased_qkv) {
        p.b_Q = learned(s, "b_Q", NULL, 1, all, START_ZEROS);
        p.b_K = learned(s, "b_K", NULL, 1, of_keys, START_ZEROS);
        p.b_V = learned(s, "b_V", NULL, 1, of_keys, START_ZEROS);
    }
    if (design->biased_output)
        p.b_O = learned(s, "b_O", NULL, 1, d, START_ZEROS);
    return p;
}

static FeedForwardParameters feed_forward_learned(Scope s, const TransformerSizes *z)
{
    int d = z->d_model;
    FeedForwardParameters p = {.activation = z->design.activation};
    p.W_1 = learned(s, "W_1", NULL, d, z->ffn, START_BY_ROWS);
    if (z->design.gated)
        p.W_g = learned(s, "W_g", NULL, d, z->ffn, START_BY_ROWS);
    else
        p.b_1 = learned(s, "b_1", NULL, 1, z->ffn, START_ZEROS);
    p.W_2 = learned(s, "W_2", NULL, z->ffn, d, START_BY_ROWS);
    if (!z->design.gated)
        p.b_2 = learned(s, "b_2", NULL, 1, d, START_ZEROS);
    return p;
}

LayerParameters layer_learned(Scope s, const TransformerSizes *z, bool is_decoder)
{
    LayerParameters p = {.sizes = z};
    p.self = projections_learned(within(s, "self", "", 0), z, START_BY_ROWS);
    p.feed_forward = feed_forward_learned(within(s, "ffn", "", 0), z);
    for (int i = 0; i < (is_decoder ? 3 : 2); i++) {
        if (i == 2)
            p.cross = projections_learned(within(s, "cross", "", 0), z, START_BY_ROWS);
        if (z->norm != NORM_NONE)
            p.norms[i] = norm_learned(within(s, "norm-%d", "", i + 1), z);
    }
    return p;
}

/* ---- sublayers ---- */

Node *activated(Scope s, Activation activation, Node *x)
{
    static Node *(*const operations[])(Graph * g, Node * a) = {
        [ACTIVATION_RELU] = relu, [ACTIVATION_GELU] = gelu, [ACTIVATION_TANH] = gelu_tanh};
    if (activation != ACTIVATION_SILU)
        return operations[activation](s.graph, x);
    Node *open = named(s, "open", "How far each unit is open", sigmoid(s.graph, x));
    return multiply(s.graph, x, open); /* x σ(x) */
}

static Node *gated_feed_forward(Scope s, const FeedForwardParameters *p, Node *x)
{
    Graph *g = s.graph;
    given_matrix(s, "W_g", "Matrix of the gates", "W_g", p->W_g);
    Node *sums = defined(s, "gate-sums", "Sums of the gates", "G", matmul(g, x, p->W_g));
    Node *gates = named(s, "gates", "Gates", activated(s, p->activation, sums));
    Node *product = named(s, "product", "Products of the hidden units", matmul(g, x, p->W_1));
    Node *active =
        named(s, "active", "Hidden units behind their gates", multiply(g, gates, product));
    return named(s, "output", "Output", matmul(g, active, p->W_2));
}

/* FFN(x) = f(xW₁ + b₁)W₂ + b₂, f the activation      Vaswani et al. 2017, eq. 2: max(0, x)
   or with a gate (f(xW_g) ⊙ xW₁)W₂      Shazeer 2020, eq. 6 */
static Node *feed_forward(Scope s, const FeedForwardParameters *p, Node *x)
{
    Graph *g = s.graph;
    given_matrix(s, "W_1", "First matrix", "W_1", p->W_1);
    if (p->b_1)
        given_row(s, "b_1", "First biases", "b_1", "b₁", p->b_1);
    given_matrix(s, "W_2", "Second matrix", "W_2", p->W_2);
    if (p->W_g)
        return gated_feed_forward(s, p, x);
    given_row(s, "b_2", "Second biases", "b_2", "b₂", p->b_2);
    Node *product = named(s, "product", "Products of the hidden units", matmul(g, x, p->W_1));
    Node *sums = named(s, "sums", "Sums of the hidden units", add_row(g, product, p->b_1));
    Node *active = named(s, "active", "Hidden units", activated(s, p->activation, sums));
    Node *back = named(s, "back", "Products", matmul(g, active, p->W_2));
    return named(s, "output", "Output", add_row(g, back, p->b_2));
}

/* Sublayer number `place`: with projections, attention of x to the memory, or without one to
   itself; without projections, the feed-forward network. The output takes x's name. */
static Node *sublayer(Scope s, const LayerParameters *p, int place, const Projections *projections,
                      int sentences, Node *x, Node *memory, Node *mask)
{
    const TransformerSizes *z = p->sizes;
    AttentionShape of_heads = {z->heads, z->variation, mask, sentences, .own_names = true};
    of_heads.key_heads = z->design.key_heads;
    of_heads.rotary_base = z->design.rotary_base;
    const char *symbol = symbol_of(s, x);
    Scope norm = within(s, "norm", z->design.rms ? ", RMS norm" : ", layer norm", 0);
    Node *enters = z->norm == NORM_PRE ? norm_with(norm, &p->norms[place], x) : x;
    Node *made = projections ? multi_head_attention_together(s, enters, memory ? memory : enters,
                                                             projections, &of_heads)
                             : feed_forward(s, &p->feed_forward, enters);
    Node *sum = defined(s, "residual", "Residual", symbol, add(s.graph, x, made));
    Node *leaves = z->norm == NORM_POST ? norm_with(norm, &p->norms[place], sum) : sum;
    return symbol ? with_symbol(s, leaves, symbol, 0) : leaves;
}

Node *transformer_layer(Scope s, const LayerParameters *p, int sentences, Node *x, Node *mask,
                        Node *memory, Node *hidden)
{
    Scope self = within(s, "self", memory ? ", masked self-attention" : ", self-attention", 0);
    Scope cross = within(s, "cross", ", encoder–decoder attention", 0);
    x = sublayer(self, p, 0, &p->self, sentences, x, NULL, mask);
    if (memory)
        x = sublayer(cross, p, 1, &p->cross, sentences, x, memory, hidden);
    return sublayer(within(s, "ffn", ", feed-forward", 0), p, memory ? 2 : 1, NULL, sentences, x,
                    NULL, NULL);
}
