/* Attention against PyTorch's nn.MultiheadAttention (reference/make_attention.py), and by the
   properties that its formula gives it. */
#include "model/layers.h"

#include "support/nodes.h"

/* ---- PyTorch ---- */

static const struct {
    const char *name;
    int heads;
    enum { MASK_NONE, MASK_CAUSAL, MASK_LOCAL } mask;
} cases[] = {
    {"plain", 3, MASK_NONE},        {"causal", 3, MASK_CAUSAL},  {"one-head", 1, MASK_CAUSAL},
    {"many-heads", 12, MASK_LOCAL}, {"one-token", 2, MASK_NONE}, {"long", 4, MASK_CAUSAL},
};

static Node *mask_node(Graph *g, int kind, int n)
{
    if (kind == MASK_NONE)
        return NULL;
    return window_mask(g, n, n, kind == MASK_CAUSAL ? causal_window : (Window){2, 2, 0}, "a mask");
}

/* Attention over one text. */
static MultiHeadAttention self(Graph *g, Node *x, Projections p, int heads, Node *mask)
{
    AttentionShape shape = {heads, {.scale = SCALE_ROOT}, mask, .sentences = 1};
    return multi_head_attention(scope_of(g), x, x, p, &shape);
}

static void check_case(Scene *scene, const Safetensors *file, int i)
{
    const char *name = cases[i].name;
    Graph *g = plain_graph(scene);
    Node *x = reference_node(g, scene, file, name, "X");
    Projections p = {.W_Q = reference_node(g, scene, file, name, "W_Q"),
                     .W_K = reference_node(g, scene, file, name, "W_K"),
                     .W_V = reference_node(g, scene, file, name, "W_V"),
                     .W_O = reference_node(g, scene, file, name, "W_O")};
    Node *mask = mask_node(g, (int)cases[i].mask, rows_of(x));
    MultiHeadAttention m = self(g, x, p, cases[i].heads, mask);
    for (int h = 0; h < cases[i].heads; h++) {
        const char *part = arena_format(scene->arena, "weights-%d", h + 1);
        assert_close(m.heads[h].weights->value, reference(scene, file, name, part), 1e-5,
                     arena_format(scene->arena, "%s/%s", name, part));
    }
    assert_close(m.output->value, reference(scene, file, name, "output"), 1e-5, name);
}

TEST(multi_head_agrees_with_pytorch)
{
    Safetensors file = reference_file(scene, "attention.safetensors");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_case(scene, &file, (int)i);
}

/* ---- properties ---- */

static Projections random_projections(Graph *g, int d)
{
    return (Projections){.W_Q = drawn(g, d, d, "W_Q"),
                         .W_K = drawn(g, d, d, "W_K"),
                         .W_V = drawn(g, d, d, "W_V"),
                         .W_O = drawn(g, d, d, "W_O")};
}

TEST_OF_GRAPH(one_head_with_identity_projections_is_attention_without_any)
{
    Node *x = drawn(g, 6, 8, "X"), *one = identity(g, 8);
    MultiHeadAttention m =
        self(g, x, (Projections){.W_Q = one, .W_K = one, .W_V = one, .W_O = one}, 1, NULL);
    Attended plain = attention(scope_of(g), x, x, x,
                               &(AttentionShape){1, {.scale = SCALE_ROOT}, .sentences = 1});
    assert_close(m.heads[0].weights->value, plain.weights->value, 1e-6, "weights");
    assert_close(m.output->value, plain.output->value, 1e-6, "output");
}

TEST_OF_GRAPH(permuting_the_tokens_permutes_the_output)
{
    static const int order[] = {3, 0, 4, 1, 2};
    Node *x = drawn(g, 5, 12, "X");
    Projections p = random_projections(g, 12);
    Node *then = gather(g, self(g, x, p, 3, NULL).output, order, 5);
    Node *first = gather(g, x, order, 5);
    assert_close(self(g, first, p, 3, NULL).output->value, then->value, 2e-5, "output");
}

TEST_OF_GRAPH(a_causal_prefix_is_the_prefix_of_the_causal_whole)
{
    static const int prefix[] = {0, 1, 2, 3};
    Node *whole = drawn(g, 9, 12, "X");
    Node *part = gather(g, whole, prefix, 4);
    Projections p = random_projections(g, 12);
    Node *long_output = self(g, whole, p, 2, mask_node(g, MASK_CAUSAL, 9)).output;
    Node *short_output = self(g, part, p, 2, mask_node(g, MASK_CAUSAL, 4)).output;
    assert_close(short_output->value, gather(g, long_output, prefix, 4)->value, 1e-6, "output");
}

/* ---- not as in the paper: NumPy (reference/make_variations.py) ---- */

static Attended varied(Graph *g, Scene *scene, const Safetensors *file, Variation variation)
{
    Node *q = constant(g, reference(scene, file, NULL, "q"), "q");
    Node *k = constant(g, reference(scene, file, NULL, "k"), "k");
    Node *v = constant(g, reference(scene, file, NULL, "v"), "v");
    AttentionShape shape = {1, variation, mask_node(g, MASK_CAUSAL, rows_of(q)), .sentences = 1};
    return attention(scope_of(g), q, k, v, &shape);
}

static void check_variation(Scene *scene, const Safetensors *file, Variation v, int temperature)
{
    const char *name = arena_format(scene->arena, "%d-%d-%d-%d", (int)v.scale, (int)v.weighting,
                                    (int)v.masking, temperature);
    for (int has_names = 0; has_names < 2; has_names++) {
        Graph *g = has_names ? named_graph(scene) : plain_graph(scene);
        Attended a = varied(g, scene, file, v);
        assert_close(a.weights->value, reference(scene, file, name, "weights"), 1e-4, name);
        assert_close(a.output->value, reference(scene, file, name, "output"), 1e-4, name);
    }
}

TEST(every_variation_is_that_of_numpy)
{
    Safetensors file = reference_file(scene, "variations.safetensors");
    for (int scale = SCALE_ROOT; scale <= SCALE_AFTER; scale++)
        for (int weighting = WEIGHTING_SOFTMAX; weighting <= WEIGHTING_SQUARED; weighting++)
            for (int masking = MASKING_BEFORE; masking <= MASKING_AFTER; masking++) {
                Variation v = {(ScoreScale)scale, 0, (Weighting)weighting, (Masking)masking, 0};
                check_variation(scene, &file, v, 1);
                v.temperature = 3;
                check_variation(scene, &file, v, 3);
            }
}

/* Heads that one node cannot do are done one by one. */
TEST(varied_heads_are_the_same_whether_anybody_looks_or_not)
{
    static const Variation variations[] = {
        {.temperature = 2}, {.scale = SCALE_AFTER}, {.weighting = WEIGHTING_SQUARED}};
    for (int i = 0; i < 3; i++) {
        Tensor outputs[2];
        for (int has_names = 0; has_names < 2; has_names++) {
            Graph *g = has_names ? named_graph(scene) : plain_graph(scene);
            Projections p = random_projections(g, 12);
            Node *x = drawn(g, 5, 12, "X"), *mask = mask_node(g, MASK_CAUSAL, 5);
            AttentionShape shape = {3, variations[i], mask, .sentences = 1, .own_names = true};
            outputs[has_names] =
                multi_head_attention_together(scope_of(g), x, x, &p, &shape)->value;
        }
        assert_true(same_bits(outputs[0], outputs[1]));
    }
}

/* ---- in one node ---- */

/* The output, then the gradients of x and of the four matrices. */
typedef struct Learned {
    Tensor of[6];
} Learned;

static Learned learned_by(Scene *scene, bool apart, int n, int d, int heads, int mask)
{
    Graph *g = plain_graph(scene);
    Node *p[5];
    for (int i = 0; i < 5; i++) {
        Random random = random_named((uint64_t)i, "learned");
        p[i] = parameter(g, tensor_drawn(g->arena, &random, i ? d : n, d, 0.3), "drawn");
    }
    Projections matrices = {.W_Q = p[1], .W_K = p[2], .W_V = p[3], .W_O = p[4]};
    AttentionShape shape = {heads, {.scale = SCALE_ROOT}, mask_node(g, mask, n), .sentences = 1};
    Node *output = apart ? multi_head_attention(scope_of(g), p[0], p[0], matrices, &shape).output
                         : multi_head_output(g, p[0], matrices, &shape);
    Node *c[5], *ones = constant(g, tensor_filled(g->arena, 1, n, 1), "ones");
    for (int i = 0; i < 5; i++)
        c[i] = constant(g, p[i]->value, "not learned");
    Projections fixed = {.W_Q = c[1], .W_K = c[2], .W_V = c[3], .W_O = c[4]};
    assert_memory_equal(multi_head_output(g, c[0], fixed, &shape)->value.data, output->value.data,
                        tensor_size(output->value) * sizeof(real));
    graph_backward(g, matmul(g, ones, row_dots(g, output, output)));
    Learned learned = {.of[0] = output->value};
    for (int i = 0; i < 5; i++)
        learned.of[1 + i] = p[i]->grad;
    return learned;
}

/* Few words, and so many that a head's scores are several blocks and the heads are shared out. */
TEST(in_one_node_every_bit_is_the_same)
{
    static const int shapes[][4] = {{7, 12, 3, MASK_CAUSAL}, {70, 6, 6, MASK_LOCAL},
                                    {1, 4, 2, MASK_NONE},    {50, 48, 3, MASK_NONE},
                                    {700, 72, 2, MASK_NONE}, {700, 72, 2, MASK_LOCAL}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const int *s = shapes[i];
        Learned apart = learned_by(scene, true, s[0], s[1], s[2], s[3]);
        Learned whole = learned_by(scene, false, s[0], s[1], s[2], s[3]);
        for (int k = 0; k < 6; k++)
            assert_memory_equal(whole.of[k].data, apart.of[k].data,
                                tensor_size(apart.of[k]) * sizeof(real));
    }
}
