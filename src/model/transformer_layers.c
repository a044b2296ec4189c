#include "model/layers.h"

const char *const norm_place_names[NORM_PLACES] = {
    [NORM_POST] = "post", [NORM_PRE] = "pre", [NORM_NONE] = "none"};

/* ---- parameters ---- */

LayerParameters layer_learned(Scope s, const TransformerSizes *z, bool is_decoder)
{
    int d = z->d_model;
    LayerParameters p = {.sizes = z};
    p.self = projections_learned(within(s, "self", "", 0), d, START_BY_ROWS);
    Scope ffn = within(s, "ffn", "", 0);
    p.feed_forward.W_1 = learned(ffn, "W_1", NULL, d, z->ffn, START_BY_ROWS);
    p.feed_forward.b_1 = learned(ffn, "b_1", NULL, 1, z->ffn, START_ZEROS);
    p.feed_forward.W_2 = learned(ffn, "W_2", NULL, z->ffn, d, START_BY_ROWS);
    p.feed_forward.b_2 = learned(ffn, "b_2", NULL, 1, d, START_ZEROS);
    for (int i = 0; i < (is_decoder ? 3 : 2); i++) {
        if (i == 2)
            p.cross = projections_learned(within(s, "cross", "", 0), d, START_BY_ROWS);
        if (z->norm != NORM_NONE)
            p.norms[i] = norm_learned(within(s, "norm-%d", "", i + 1), d);
    }
    return p;
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

/* Sublayer number `place`: with projections, attention of x to the memory, or without one to
   itself; without projections, the feed-forward network. The output takes x's name. */
static Node *sublayer(Scope s, const LayerParameters *p, int place, const Projections *projections,
                      int sentences, Node *x, Node *memory, Node *mask)
{
    const TransformerSizes *z = p->sizes;
    AttentionShape of_heads = {z->heads, z->variation, mask, sentences, .own_names = true};
    const char *symbol = symbol_of(s, x);
    Scope norm = within(s, "norm", ", layer norm", 0);
    Node *enters = z->norm == NORM_PRE ? layer_norm_with(norm, &p->norms[place], x) : x;
    Node *made = projections ? multi_head_attention_together(s, enters, memory ? memory : enters,
                                                             projections, &of_heads)
                             : feed_forward(s, &p->feed_forward, enters);
    Node *sum = defined(s, "residual", "Residual", symbol, add(s.graph, x, made));
    Node *leaves = z->norm == NORM_POST ? layer_norm_with(norm, &p->norms[place], sum) : sum;
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
