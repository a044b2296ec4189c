/* The transformer's layers: against PyTorch's own (reference/make_transformer.py), their gradients,
   and sentences beside each other. */
#include "model/layers.h"

#include "support/nodes.h"

enum { D = 6, FFN = 5, HEADS = 2 };

static Node *causal(Graph *g, int n)
{
    Tensor mask = tensor_new(g->arena, n, n);
    mask_causal(mask);
    return constant(g, mask, "nobody looks ahead");
}

typedef struct LayerShape {
    TransformerSizes sizes;
    int sentences;
} LayerShape;

static LayerShape shape_of(int heads, NormPlace norm, int sentences)
{
    return (LayerShape){{.d_model = D, .heads = heads, .ffn = FFN, .norm = norm}, sentences};
}

/* A layer of either side in its graph. */
static Node *encoded(Graph *g, const LayerParameters *p, LayerShape shape, Node *x)
{
    LayerParameters of_shape = *p;
    of_shape.sizes = &shape.sizes;
    return transformer_layer(scope_of(g), &of_shape, shape.sentences, x, NULL, NULL, NULL);
}

static Node *decoded(Graph *g, const LayerParameters *p, LayerShape shape, Node *y, Node *memory)
{
    Node *mask = causal(g, rows_of(y) / shape.sentences);
    LayerParameters of_shape = *p;
    of_shape.sizes = &shape.sizes;
    return transformer_layer(scope_of(g), &of_shape, shape.sentences, y, mask, memory, NULL);
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

static LayerParameters parameters_from(Node *const *n, int count)
{
    LayerParameters p = {.self = {n[0], n[1], n[2], n[3]},
                         .feed_forward = {n[4], n[5], n[6], n[7]},
                         .norms = {{n[8], n[9]}, {n[10], n[11]}}};
    if (count == DECODER_COUNT) {
        p.cross = (Projections){n[12], n[13], n[14], n[15]};
        p.norms[2] = (NormParameters){n[16], n[17]};
    }
    return p;
}

static LayerParameters drawn_parameters(Graph *g, int count)
{
    Node *nodes[DECODER_COUNT];
    for (int i = 0; i < count; i++)
        nodes[i] = drawn(g, declared[i].rows, declared[i].cols, declared[i].name);
    return parameters_from(nodes, count);
}

/* ---- PyTorch ---- */

static LayerParameters reference_layer(Scene *scene, Graph *g, const Safetensors *file,
                                       const char *layer, int count)
{
    Node *nodes[DECODER_COUNT];
    for (int i = 0; i < count; i++)
        nodes[i] = reference_node(g, scene, file, layer, declared[i].name);
    return parameters_from(nodes, count);
}

TEST(layers_are_those_of_pytorch)
{
    Safetensors file = reference_file(scene, "transformer.safetensors");
    for (int place = NORM_POST; place <= NORM_PRE; place++) {
        Graph *g = plain_graph(scene);
        const char *name = arena_format(g->arena, "%s layers", norm_place_names[place]);
        LayerParameters encoder = reference_layer(
            scene, g, &file, arena_format(g->arena, "%s/encoder", name), ENCODER_COUNT);
        LayerParameters decoder = reference_layer(
            scene, g, &file, arena_format(g->arena, "%s/decoder", name), DECODER_COUNT);
        LayerShape shape = shape_of(3, (NormPlace)place, 1);
        Node *x = reference_node(g, scene, &file, name, "x");
        Node *y = reference_node(g, scene, &file, name, "y");
        Node *memory = encoded(g, &encoder, shape, x);
        assert_close(memory->value, reference(scene, &file, name, "memory"), 1e-5, name);
        Node *output = decoded(g, &decoder, shape, y, memory);
        assert_close(output->value, reference(scene, &file, name, "output"), 1e-5, name);
    }
}

/* ---- gradients of whole layers ---- */

static NormPlace checked;

static Node *loss_of_encoder(Graph *g, Node *const *p)
{
    LayerParameters layer = parameters_from(p + 1, ENCODER_COUNT);
    return weighted_sum(g, encoded(g, &layer, shape_of(HEADS, checked, 2), p[0]));
}

static Node *loss_of_decoder(Graph *g, Node *const *p)
{
    LayerParameters layer = parameters_from(p + 2, DECODER_COUNT);
    return weighted_sum(g, decoded(g, &layer, shape_of(HEADS, checked, 2), p[0], p[1]));
}

/* Matrices are drawn as those of a model are, so that a layer without norms stays near 1, and the
   difference of two losses has its digits. Without norms, their parameters' gradients are 0. */
static void check_layer(Scene *scene, BuildLoss build, int inputs, int count)
{
    Tensor values[2 + DECODER_COUNT] = {random_tensor(scene->arena, 4, D, "x"),
                                        random_tensor(scene->arena, 6, D, "memory")};
    for (int i = 0; i < count; i++) {
        Tensor t =
            random_tensor(scene->arena, declared[i].rows, declared[i].cols, declared[i].name);
        for (size_t k = 0; k < tensor_size(t); k++)
            t.data[k] /= (real)sqrt(t.rows);
        values[inputs + i] = t;
    }
    check_gradients(scene, build, values, inputs + count);
}

TEST(every_gradient_of_a_layer_is_the_difference_quotient)
{
    if (sizeof(real) == sizeof(float))
        skip(); /* float32's difference quotients are too rough for a whole layer */
    for (int place = 0; place < NORM_PLACES; place++) {
        checked = (NormPlace)place;
        check_layer(scene, loss_of_encoder, 1, ENCODER_COUNT);
        check_layer(scene, loss_of_decoder, 2, DECODER_COUNT);
    }
}

/* ---- properties ---- */

static Node *two_of(Graph *g, Node *a, Node *b)
{
    return stack(g, (Node *[]){a, b}, 2);
}

TEST_OF_GRAPH(sentences_on_top_of_each_other_do_not_see_each_other)
{
    LayerParameters encoder = drawn_parameters(g, ENCODER_COUNT);
    LayerParameters decoder = drawn_parameters(g, DECODER_COUNT);
    for (int place = 0; place < NORM_PLACES; place++) {
        LayerShape one = shape_of(HEADS, (NormPlace)place, 1);
        LayerShape two = shape_of(HEADS, (NormPlace)place, 2);
        Node *x[2], *y[2], *memory[2], *output[2];
        for (int i = 0; i < 2; i++) {
            x[i] = drawn(g, 3, D, i ? "x" : "other x");
            y[i] = drawn(g, 4, D, i ? "y" : "other y");
            memory[i] = encoded(g, &encoder, one, x[i]);
            output[i] = decoded(g, &decoder, one, y[i], memory[i]);
        }
        Node *both = encoded(g, &encoder, two, two_of(g, x[0], x[1]));
        assert_close(both->value, two_of(g, memory[0], memory[1])->value, 0, "encoder");
        Node *all = decoded(g, &decoder, two, two_of(g, y[0], y[1]), both);
        assert_close(all->value, two_of(g, output[0], output[1])->value, 0, "decoder");
    }
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
    decoded(g, &p, shape_of(HEADS, NORM_POST, 1), y, memory);
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
    encoded(g, &p, shape_of(3, NORM_POST, 1), drawn(g, 4, D, "x"));
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
    named(scope_of(g), "layer", "layer", encoded(g, &p, shape_of(HEADS, norm, 1), x));
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
