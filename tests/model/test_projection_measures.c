/* The measures against NumPy (reference/make_projection_measures.py), by their properties, and of
   the weights that come with the program. */
#include "model/projection_measures.h"

#include "graph/ops.h"
#include "load/weights.h"
#include "load/safetensors.h"
#include "load/tokens.h"
#include "model/mask.h"
#include "support/gradient.h"

#include <math.h>
#include <string.h>

enum { MOST_TOKENS = 16 };

/* Attention over the rows of X, with nothing learned that is not measured. */
static SelfAttention model_of(Scene *scene, Tensor x, Tensor W_Q, Tensor W_K, Tensor mask,
                              int heads)
{
    Weights *w = arena_alloc(scene->arena, 1, sizeof *w);
    const char **keys = arena_alloc(scene->arena, (size_t)x.rows, sizeof *keys);
    for (int i = 0; i < x.rows; i++)
        keys[i] = arena_format(scene->arena, "word %d", i + 1);
    *w = (Weights){.embeddings = x,
                   .vocabulary = vocabulary_new(scene->arena, keys, x.rows),
                   .W_Q = W_Q,
                   .W_K = W_K,
                   .W_V = tensor_new(scene->arena, x.cols, x.cols),
                   .W_O = tensor_new(scene->arena, x.cols, x.cols),
                   .origin = "given"};
    return self_attention(graph_new(scene->arena), w, word_vectors(scene->arena, w, keys, x.rows),
                          x.rows, (SelfAttentionSettings){.heads = heads, .mask = mask});
}

static ProjectionMeasures measures_of(Scene *scene, const SelfAttention *model)
{
    return projection_measures(graph_new(scene->arena), model);
}

/* ---- NumPy ---- */

static const struct {
    const char *name;
    int heads;
} cases[] = {{"plain", 3}, {"causal", 2}, {"blind", 4}, {"one-head", 1}, {"one-token", 2}};

static Tensor reference(Scene *scene, const Safetensors *file, const char *name, const char *part)
{
    Tensor t;
    const char *id = arena_format(scene->arena, "%s/%s", name, part);
    if (!safetensors_matrix(scene->arena, file, id, &t, &scene->error))
        fail_msg("%s", scene->error.message);
    return t;
}

static Tensor mask_of(Scene *scene, Tensor hidden)
{
    Tensor mask = tensor_new(scene->arena, hidden.rows, hidden.cols);
    for (int i = 0; i < hidden.rows; i++)
        for (int j = 0; j < hidden.cols; j++)
            if (at(hidden, i, j) != 0)
                mask_hide(mask, i, j);
    return mask;
}

static void assert_close(const Node *node, Tensor expected, const char *what)
{
    Tensor found = node->value;
    assert_int_equal(found.rows, expected.rows);
    assert_int_equal(found.cols, expected.cols);
    for (size_t i = 0; i < tensor_size(found); i++)
        if (!(fabs((double)found.data[i] - (double)expected.data[i]) <= 1e-5))
            fail_msg("%s, cell %zu: %.9g, expected %.9g", what, i, (double)found.data[i],
                     (double)expected.data[i]);
}

static void check_case(Scene *scene, const Safetensors *file, const char *name, int heads)
{
    SelfAttention model =
        model_of(scene, reference(scene, file, name, "X"), reference(scene, file, name, "W_Q"),
                 reference(scene, file, name, "W_K"),
                 mask_of(scene, reference(scene, file, name, "hidden")), heads);
    ProjectionMeasures m = measures_of(scene, &model);
    const struct {
        const char *part;
        const Node *node;
    } parts[] = {{"symmetry", m.symmetry}, {"diagonal", m.diagonal},   {"entropy", m.entropy},
                 {"raw-most", m.raw_most}, {"mean-most", m.mean_most}, {"distances", m.distances}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_close(parts[i].node, reference(scene, file, name, parts[i].part),
                     arena_format(scene->arena, "%s/%s", name, parts[i].part));
}

static void the_measures_agree_with_numpy(void **state)
{
    Scene *scene = *state;
    Bytes bytes;
    Safetensors file;
    const char *path = TESTS_FOLDER "/model/reference/projection_measures.safetensors";
    if (!file_read(scene->arena, path, 1 << 20, &bytes, &scene->error) ||
        !safetensors_parse(scene->arena, path, bytes, &file, &scene->error))
        fail_msg("%s", scene->error.message);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_case(scene, &file, cases[i].name, cases[i].heads);
}

/* ---- properties ---- */

enum { N = 6, D = 8, HEADS = 2 };

static Tensor drawn(Scene *scene, int rows, const char *name)
{
    return random_tensor(scene->arena, rows, D, name);
}

static Tensor causal(Scene *scene)
{
    Tensor mask = tensor_new(scene->arena, N, N);
    mask_causal(mask);
    return mask;
}

static void a_mask_changes_the_weights_measures_and_not_the_symmetry(void **state)
{
    Scene *scene = *state;
    Tensor x = drawn(scene, N, "X"), q = drawn(scene, D, "Q"), k = drawn(scene, D, "K");
    SelfAttention open = model_of(scene, x, q, k, (Tensor){0}, HEADS);
    SelfAttention behind = model_of(scene, x, q, k, causal(scene), HEADS);
    ProjectionMeasures a = measures_of(scene, &open), b = measures_of(scene, &behind);
    for (int i = 0; i < 1 + HEADS; i++)
        assert_true(at(a.symmetry->value, i, 0) == at(b.symmetry->value, i, 0));
    for (int i = 0; i < 2 + HEADS; i++) {
        assert_true(at(b.diagonal->value, i, 0) > at(a.diagonal->value, i, 0));
        assert_true(at(b.entropy->value, 0, i) == 0); /* the first word sees itself alone */
        assert_true(at(a.entropy->value, 0, i) > 0);
    }
}

/* W_Q = W_K gives QKᵀ = X W Wᵀ Xᵀ, which is symmetric. */
static void heads_whose_queries_are_their_keys_are_symmetric(void **state)
{
    Scene *scene = *state;
    Tensor x = drawn(scene, N, "X"), w = drawn(scene, D, "W");
    SelfAttention model = model_of(scene, x, w, w, (Tensor){0}, HEADS);
    ProjectionMeasures m = measures_of(scene, &model);
    for (int i = 0; i < 1 + HEADS; i++)
        assert_true(at(m.symmetry->value, i, 0) == 1);
}

static void identity_projections_are_no_distance_away_from_none(void **state)
{
    Scene *scene = *state;
    Tensor x = drawn(scene, N, "X"), identity = tensor_new(scene->arena, D, D);
    for (int i = 0; i < D; i++)
        tensor_row(identity, i)[i] = 1;
    SelfAttention model = model_of(scene, x, identity, identity, (Tensor){0}, 1);
    ProjectionMeasures m = measures_of(scene, &model);
    for (size_t i = 0; i < tensor_size(m.distances->value); i++)
        assert_true(m.distances->value.data[i] == 0);
    for (int i = 0; i < N; i++)
        assert_true(at(m.raw_most->value, i, 0) == at(m.mean_most->value, i, 0));
}

static void distances_are_symmetric_and_within_the_triangle(void **state)
{
    Scene *scene = *state;
    SelfAttention model = model_of(scene, drawn(scene, N, "X"), drawn(scene, D, "Q"),
                                   drawn(scene, D, "K"), (Tensor){0}, HEADS);
    Tensor d = measures_of(scene, &model).distances->value;
    for (int i = 0; i < d.rows; i++)
        for (int j = 0; j < d.cols; j++) {
            assert_true(i == j ? at(d, i, j) == 0 : at(d, i, j) > 0 && at(d, i, j) <= 1);
            assert_true(at(d, i, j) == at(d, j, i));
            for (int k = 0; k < d.cols; k++)
                assert_true((double)at(d, i, k) <=
                            (double)at(d, i, j) + (double)at(d, j, k) + 1e-6);
        }
}

/* Each row's largest, held against every other. */
static void check_most(const Node *most, const int *looks_at, Tensor weights)
{
    for (int i = 0; i < weights.rows; i++) {
        assert_in_range(looks_at[i], 0, weights.cols - 1);
        assert_true(at(most->value, i, 0) == at(weights, i, looks_at[i]));
        for (int j = 0; j < weights.cols; j++)
            assert_true(at(weights, i, j) <= at(most->value, i, 0));
    }
}

static void a_word_looks_at_the_largest_of_its_weights_and_of_equals_at_itself(void **state)
{
    Scene *scene = *state;
    Tensor q = drawn(scene, D, "Q"), k = drawn(scene, D, "K");
    SelfAttention model = model_of(scene, drawn(scene, N, "X"), q, k, (Tensor){0}, HEADS);
    ProjectionMeasures m = measures_of(scene, &model);
    check_most(m.raw_most, m.raw_looks_at, model.raw.weights->value);
    check_most(m.mean_most, m.mean_looks_at, model.mean->value);
    model = model_of(scene, tensor_new(scene->arena, N, D), q, k, (Tensor){0}, HEADS);
    m = measures_of(scene, &model);
    for (int i = 0; i < N; i++)
        assert_true(m.raw_looks_at[i] == i && m.mean_looks_at[i] == i);
}

static void a_word_that_sees_nothing_looks_at_none(void **state)
{
    Scene *scene = *state;
    Tensor mask = tensor_new(scene->arena, N, N);
    for (int j = 0; j < N; j++)
        mask_hide(mask, 2, j);
    SelfAttention model = model_of(scene, drawn(scene, N, "X"), drawn(scene, D, "Q"),
                                   drawn(scene, D, "K"), mask, HEADS);
    ProjectionMeasures m = measures_of(scene, &model);
    for (int i = 0; i < N; i++) {
        assert_int_equal(m.raw_looks_at[i] == -1, i == 2);
        assert_int_equal(m.mean_looks_at[i] == -1, i == 2);
    }
    for (int i = 0; i < 2 + HEADS; i++)
        assert_true(at(m.entropy->value, 2, i) == 0);
}

/* Weights of 1/n have log₂ n bits, are all alike, and leave 1/n for the word itself. */
static void equal_scores_have_every_bit_there_can_be(void **state)
{
    Scene *scene = *state;
    Tensor zero = tensor_new(scene->arena, N, D), w = drawn(scene, D, "W");
    SelfAttention model = model_of(scene, zero, w, w, (Tensor){0}, HEADS);
    ProjectionMeasures m = measures_of(scene, &model);
    for (int i = 0; i < 2 + HEADS; i++) {
        assert_true(fabs((double)at(m.diagonal->value, i, 0) - 1.0 / N) < 1e-6);
        for (int row = 0; row < N; row++)
            assert_true(fabs((double)at(m.entropy->value, row, i) - log2(N)) < 1e-6);
    }
    for (int i = 0; i < 1 + HEADS; i++)
        assert_true(at(m.symmetry->value, i, 0) == 1);
}

/* ---- the built-in weights ---- */

static SelfAttention builtin_model(Scene *scene, const char *sentence, int heads)
{
    Tokens tokens;
    Weights *w = arena_alloc(scene->arena, 1, sizeof *w);
    if (!tokenize(scene->arena, "a test", sentence, strlen(sentence), MOST_TOKENS, &tokens,
                  &scene->error) ||
        !builtin_weights(scene->arena, heads, w, &scene->error))
        fail_msg("%s", scene->error.message);
    return self_attention(graph_new(scene->arena), w,
                          word_vectors(scene->arena, w, tokens.keys, tokens.count), tokens.count,
                          (SelfAttentionSettings){.heads = heads, .positions = true});
}

static double mean_of_column(Tensor t, int col)
{
    double sum = 0;
    for (int i = 0; i < t.rows; i++)
        sum += (double)at(t, i, col);
    return sum / t.rows;
}

static void learned_projections_break_the_symmetry_and_turn_words_to_each_other(void **state)
{
    enum { LEARNED = 3, MEAN = 1 + LEARNED, HIT = 1, BAT = 6 };
    Scene *scene = *state;
    SelfAttention model = builtin_model(scene, "He hit the ball with the bat", LEARNED);
    ProjectionMeasures m = measures_of(scene, &model);
    assert_true(at(m.symmetry->value, 0, 0) == 1);
    assert_true((double)at(m.diagonal->value, 0, 0) > 0.85);
    for (int i = 1; i <= LEARNED; i++) {
        assert_true((double)at(m.symmetry->value, i, 0) < 0.4);
        assert_true((double)at(m.diagonal->value, i, 0) < 0.1);
        assert_true(mean_of_column(m.entropy->value, i) > 5 * mean_of_column(m.entropy->value, 0));
        assert_true((double)at(m.distances->value, 0, i) > 0.9);
    }
    assert_true((double)at(m.diagonal->value, MEAN, 0) < 0.1);
    assert_int_equal(m.raw_looks_at[BAT], BAT);
    assert_int_equal(m.mean_looks_at[BAT], HIT);
    assert_true(at(m.mean_most->value, BAT, 0) == at(model.mean->value, BAT, HIT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_measures_agree_with_numpy),
        cmocka_unit_test(a_mask_changes_the_weights_measures_and_not_the_symmetry),
        cmocka_unit_test(heads_whose_queries_are_their_keys_are_symmetric),
        cmocka_unit_test(identity_projections_are_no_distance_away_from_none),
        cmocka_unit_test(distances_are_symmetric_and_within_the_triangle),
        cmocka_unit_test(a_word_looks_at_the_largest_of_its_weights_and_of_equals_at_itself),
        cmocka_unit_test(a_word_that_sees_nothing_looks_at_none),
        cmocka_unit_test(equal_scores_have_every_bit_there_can_be),
        cmocka_unit_test(learned_projections_break_the_symmetry_and_turn_words_to_each_other),
    };
    return run_scenes(tests);
}
