/* The measures against NumPy (reference/make_projection_measures.py), and by their properties.
   Of the weights that come with the program: tests/trace/traces/projections.list. */

#include "load/weights.h"
#include "support/nodes.h"

enum { MOST_TOKENS = 16 };

/* Attention over the rows of X, with nothing learned that is not measured, and its measures: in a
   graph with names. */
static const Graph *measured_as(Scene *scene, Tensor x, Tensor W_Q, Tensor W_K,
                                SelfAttentionSettings settings)
{
    const char **keys = arena_alloc(scene->arena, (size_t)x.rows, sizeof *keys);
    for (int i = 0; i < x.rows; i++)
        keys[i] = arena_format(scene->arena, "word %d", i + 1);
    Weights w = {.embeddings = x,
                 .vocabulary = lexicon_of(scene->arena, keys, x.rows),
                 .parameters = projections_declared(scene->arena, x.cols),
                 .origin = "given"};
    parameters_clear(w.parameters);
    parameter_find(w.parameters, "W_Q")->value = W_Q;
    parameter_find(w.parameters, "W_K")->value = W_K;
    Graph *g = named_graph(scene);
    WordVectors vectors = word_vectors(scene->arena, &w, keys, x.rows);
    Node *X = sentence_embeddings(scope_of(g), &w, vectors, keys, x.rows);
    SentenceAttention a = sentence_attention(scope_of(g), &w, X, settings);
    measure_projections(scope_of(g), &a, keys);
    return g;
}

static const Graph *measured(Scene *scene, Tensor x, Tensor W_Q, Tensor W_K, Tensor mask, int heads)
{
    return measured_as(scene, x, W_Q, W_K,
                       (SelfAttentionSettings){.heads = heads, .mask.table = mask});
}

/* The column that a row of raw/most or mean/most is of; −1 where the row is wholly masked. */
static int looks_at(const Graph *g, const char *most, int row)
{
    const Node *node = node_of(g, most);
    return at(node->value, row, 0) > 0 ? node->parameter.cols[row] : -1;
}

/* ---- NumPy ---- */

static const struct {
    const char *name;
    int heads;
} cases[] = {{"plain", 3},    {"causal", 2},    {"blind", 4},
             {"one-head", 1}, {"one-token", 2}, {"unit", 3}};

static Tensor mask_of(Scene *scene, Tensor hidden)
{
    Tensor mask = tensor_new(scene->arena, hidden.rows, hidden.cols);
    for (int i = 0; i < hidden.rows; i++)
        for (int j = 0; j < hidden.cols; j++)
            if (at(hidden, i, j) != 0)
                mask_hide(mask, i, j);
    return mask;
}

static void check_case(Scene *scene, const Safetensors *file, const char *name, int heads)
{
    const Graph *g =
        measured_as(scene, reference(scene, file, name, "X"), reference(scene, file, name, "W_Q"),
                    reference(scene, file, name, "W_K"),
                    (SelfAttentionSettings){
                        .heads = heads,
                        .normalise = !strcmp(name, "unit"),
                        .mask.table = mask_of(scene, reference(scene, file, name, "hidden"))});
    static const char *const parts[][2] = {
        {"symmetry", "symmetry"},      {"diagonal", "diagonal"},   {"entropy", "entropy"},
        {"raw-most", "raw/most"},      {"mean-most", "mean/most"}, {"distances", "distances"},
        {"matched", "matched/weights"}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_close(value_of(g, "%s", parts[i][1]), reference(scene, file, name, parts[i][0]),
                     1e-5, parts[i][0]);
}

TEST(the_measures_agree_with_numpy)
{
    Safetensors file = reference_file(scene, "projection_measures.safetensors");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_case(scene, &file, cases[i].name, cases[i].heads);
}

/* ---- properties ---- */

enum { N = 6, D = 8, HEADS = 2 };

/* Each row's largest, held against every other. */
static void check_most(const Graph *g, const char *most, const char *of)
{
    Tensor weights = value_of(g, of), largest = value_of(g, most);
    for (int i = 0; i < weights.rows; i++) {
        int col = looks_at(g, most, i);
        assert_in_range(col, 0, weights.cols - 1);
        assert_true(at(largest, i, 0) == at(weights, i, col));
        for (int j = 0; j < weights.cols; j++)
            assert_true(at(weights, i, j) <= at(largest, i, 0));
    }
}

TEST(a_word_looks_at_the_largest_of_its_weights_and_of_equals_at_itself)
{
    Tensor q = random_tensor(scene->arena, D, D, "Q"), k = random_tensor(scene->arena, D, D, "K");
    const Graph *m =
        measured(scene, random_tensor(scene->arena, N, D, "X"), q, k, (Tensor){0}, HEADS);
    check_most(m, "raw/most", "raw/weights");
    check_most(m, "mean/most", "mean/weights");
    m = measured(scene, tensor_new(scene->arena, N, D), q, k, (Tensor){0}, HEADS);
    for (int i = 0; i < N; i++)
        assert_true(looks_at(m, "raw/most", i) == i && looks_at(m, "mean/most", i) == i);
}
