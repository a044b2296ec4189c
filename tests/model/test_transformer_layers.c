/* What a transformer's layers are made of. Their numbers, their gradients, and sentences beside
   each other: tests/model/test_transformer.c. */
#include "model/layers.h"

#include "support/nodes.h"

enum { D = 6, FFN = 5, HEADS = 2 };

static Node *causal(Graph *g, int n)
{
    return window_mask(g, n, n, causal_window, "nobody looks ahead");
}

static TransformerSizes sizes_of(int heads, NormPlace norm)
{
    return (TransformerSizes){.d_model = D, .heads = heads, .ffn = FFN, .norm = norm};
}

/* A layer in its graph: of the encoder, or with a memory of the decoder. */
static Node *layered(Graph *g, const LayerParameters *p, TransformerSizes sizes, Node *x,
                     Node *memory)
{
    LayerParameters of_sizes = *p;
    of_sizes.sizes = &sizes;
    Node *mask = memory ? causal(g, rows_of(x)) : NULL;
    return transformer_layer(scope_of(g), &of_sizes, 1, x, mask, memory, NULL);
}

/* ---- parameters, in one order ---- */

enum { ENCODER_COUNT = 12, DECODER_COUNT = 18 };

static const struct {
    const char *name;
    int rows, cols;
} declared[DECODER_COUNT] = {
    {"self/W_Q", D, D},    {"self/W_K", D, D},    {"self/W_V", D, D},    {"self/W_O", D, D},
    {"ffn/W_1", D, FFN},   {"ffn/b_1", 1, FFN},   {"ffn/W_2", FFN, D},   {"ffn/b_2", 1, D},
    {"norm-1/gain", 1, D}, {"norm-1/bias", 1, D}, {"norm-2/gain", 1, D}, {"norm-2/bias", 1, D},
    {"cross/W_Q", D, D},   {"cross/W_K", D, D},   {"cross/W_V", D, D},   {"cross/W_O", D, D},
    {"norm-3/gain", 1, D}, {"norm-3/bias", 1, D},
};

static LayerParameters drawn_parameters(Graph *g, int count)
{
    Node *n[DECODER_COUNT] = {NULL};
    for (int i = 0; i < count; i++)
        n[i] = drawn(g, declared[i].rows, declared[i].cols, declared[i].name);
    return (LayerParameters){.self = {n[0], n[1], n[2], n[3]},
                             .feed_forward = {n[4], n[5], n[6], n[7]},
                             .norms = {{n[8], n[9]}, {n[10], n[11]}, {n[16], n[17]}},
                             .cross = {n[12], n[13], n[14], n[15]}};
}

TEST_OF_GRAPH(heads_projected_together_are_heads_projected_apart)
{
    LayerParameters p = drawn_parameters(g, ENCODER_COUNT);
    Node *x = drawn(g, 5, D, "x");
    AttentionShape shape = {.heads = 3, .mask = causal(g, 5), .sentences = 1};
    graph_name(g);
    Scope together = within(scope_of(g), "together", "", 0);
    Scope apart = within(scope_of(g), "apart", "", 0);
    Node *output = multi_head_attention_together(together, x, x, &p.self, &shape);
    MultiHeadAttention m = multi_head_attention(apart, x, x, p.self, &shape);
    assert_close(output->value, m.output->value, 0, "output");
    for (int i = 0; i < 3; i++)
        assert_close(value_of(g, "together/head-%d/weights", i + 1), m.heads[i].weights->value, 0,
                     "weights");
    assert_null(name_find(g, "together/head-1/W_Q"));
    assert_null(name_find(g, "apart/Q"));
}

/* Self-attention of the decoder asks itself, the next the encoder; and nobody looks ahead. */
TEST_OF_NAMES(the_decoder_asks_itself_and_then_the_encoder)
{
    LayerParameters p = drawn_parameters(g, DECODER_COUNT);
    Node *y = drawn(g, 4, D, "y");
    Node *memory = drawn(g, 7, D, "memory");
    layered(g, &p, sizes_of(HEADS, NORM_POST), y, memory);
    assert_int_equal(cols_of(node_of(g, "self/head-1/weights")), 4);
    assert_int_equal(cols_of(node_of(g, "cross/head-1/weights")), 7);
    for (int i = 0; i < 4; i++)
        for (int j = i + 1; j < 4; j++)
            assert_true(at(value_of(g, "self/head-2/weights"), i, j) == 0);
    assert_close(value_of(g, "cross/K"), matmul(g, memory, p.cross.W_K)->value, 0, "keys");
    Node *asking = matmul(g, node_of(g, "self/norm/output"), p.cross.W_Q);
    assert_close(value_of(g, "cross/Q"), asking->value, 0, "queries");
}

/* The mean of the heads is shown, and nothing is made of it. */
TEST_OF_NAMES(the_mean_is_that_of_the_heads)
{
    LayerParameters p = drawn_parameters(g, ENCODER_COUNT);
    layered(g, &p, sizes_of(3, NORM_POST), drawn(g, 4, D, "x"), NULL);
    Node *heads[3];
    for (int h = 0; h < 3; h++)
        heads[h] = node_of(g, "self/head-%d/weights", h + 1);
    assert_close(value_of(g, "self/mean"), mean(g, heads, 3)->value, 1e-6, "mean");
}

/* What a layer makes of the same words, named in a graph of its own. */
static Graph *layer_with_norm(Scene *scene, NormPlace norm)
{
    Graph *g = plain_graph(scene);
    LayerParameters p = drawn_parameters(g, ENCODER_COUNT);
    Node *x = drawn(g, 4, D, "x");
    graph_name(g);
    given_matrix(scope_of(g), "x", "x", "X", x);
    named(scope_of(g), "layer", "layer", layered(g, &p, sizes_of(HEADS, norm), x, NULL));
    return g;
}

TEST(norms_stand_after_before_or_nowhere)
{
    Graph *post = layer_with_norm(scene, NORM_POST), *pre = layer_with_norm(scene, NORM_PRE);
    Graph *none = layer_with_norm(scene, NORM_NONE);
    assert_string_equal(name_find(post, "self/Q")->formula, "Q = X W_Q");
    assert_string_equal(name_find(pre, "self/Q")->formula, "Q = LayerNorm(X) W_Q");
    assert_string_equal(name_find(none, "self/Q")->formula, "Q = X W_Q");
    assert_string_equal(name_find(pre, "self/residual")->formula,
                        "X ← X + Concat(head_{1}, head_{2}) W_O");
    assert_ptr_equal(node_of(post, "layer"), node_of(post, "ffn/norm/output"));
    assert_ptr_equal(node_of(pre, "layer"), node_of(pre, "ffn/residual"));
    assert_ptr_equal(node_of(none, "layer"), node_of(none, "ffn/residual"));
    assert_null(name_find(none, "self/norm/output"));
    Node *sum = add(none, add(none, node_of(none, "x"), node_of(none, "self/output")),
                    node_of(none, "ffn/output"));
    assert_close(value_of(none, "layer"), sum->value, 0, "none");
    assert_string_equal(norm_place_names[NORM_NONE], "none");
}
