/* One word in several sentences: against NumPy (reference/make_comparison.py), and by what must
   hold whatever the weights. */
#include "model/comparison.h"

#include "graph/ops.h"
#include "load/safetensors.h"
#include "model/mask.h"
#include "support/gradient.h"

#include <math.h>

enum { SENTENCES = 2, MOST_WORDS = 7 };

static const char *const keys[] = {"ash",  "bat",   "cat",  "dog",  "elk",  "fox",
                                   "goat", "horse", "ibis", "jays", "kite", "lark"};

enum { WORDS = sizeof keys / sizeof *keys };

/* ---- NumPy ---- */

static const struct {
    const char *name;
    int heads;
    bool causal;
    int lengths[SENTENCES], words[SENTENCES][MOST_WORDS], places[SENTENCES];
} cases[] = {
    {"open", 3, false, {7, 3}, {{3, 1, 4, 1, 5, 9, 2}, {2, 7, 8}}, {6, 0}},
    {"causal", 2, true, {7, 3}, {{3, 1, 4, 1, 5, 9, 2}, {2, 7, 8}}, {6, 0}},
    {"one-head", 1, false, {1, 4}, {{2}, {10, 11, 2, 6}}, {0, 2}},
};

static Tensor reference(Scene *scene, const Safetensors *file, const char *id)
{
    Tensor t;
    if (!safetensors_matrix(scene->arena, file, id, &t, &scene->error))
        fail_msg("%s", scene->error.message);
    return t;
}

static void assert_close(const Node *node, Tensor expected, const char *what)
{
    Tensor found = node->value;
    assert_int_equal(found.rows, expected.rows);
    assert_int_equal(found.cols, expected.cols);
    for (size_t i = 0; i < tensor_size(found); i++)
        if (!(fabs((double)(found.data[i] - expected.data[i])) <= 1e-5))
            fail_msg("%s, cell %zu: %.9g, expected %.9g", what, i, (double)found.data[i],
                     (double)expected.data[i]);
}

static Weights reference_weights(Scene *scene, const Safetensors *file)
{
    return (Weights){.embeddings = reference(scene, file, "embeddings"),
                     .vocabulary = vocabulary_new(scene->arena, keys, WORDS),
                     .W_Q = reference(scene, file, "W_Q"),
                     .W_K = reference(scene, file, "W_K"),
                     .W_V = reference(scene, file, "W_V"),
                     .W_O = reference(scene, file, "W_O"),
                     .origin = "NumPy"};
}

/* A sentence of vocabulary rows through the model. */
static SelfAttention run(Graph *g, const Weights *weights, const int *words, int n, int heads,
                         bool causal)
{
    const char **sentence = arena_alloc(g->arena, (size_t)n, sizeof *sentence);
    for (int i = 0; i < n; i++)
        sentence[i] = keys[words[i]];
    SelfAttentionSettings settings = {.heads = heads, .positions = true};
    if (causal) {
        settings.mask = tensor_new(g->arena, n, n);
        mask_causal(settings.mask);
    }
    return self_attention(g, weights, word_vectors(g->arena, weights, sentence, n), n, settings);
}

static void check_sentence(Scene *scene, const Safetensors *file, const char *prefix,
                           const WordInSentence *w)
{
    const struct {
        const char *part;
        const Node *node;
    } parts[] = {{"weights", w->weights},
                 {"contributions", w->contributions},
                 {"change", w->change},
                 {"shares", w->shares},
                 {"before", w->before},
                 {"after", w->after},
                 {"nearest", w->nearest_after.cosines}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const char *id = arena_format(scene->arena, "%s/%s", prefix, parts[i].part);
        assert_close(parts[i].node, reference(scene, file, id), id);
    }
    Tensor order = reference(scene, file, arena_format(scene->arena, "%s/order", prefix));
    assert_int_equal(w->nearest_after.count, WORDS - 1);
    for (int i = 0; i < WORDS - 1; i++)
        assert_int_equal(w->nearest_after.rows[i], (int)order.data[i]);
}

static void check_case(Scene *scene, const Safetensors *file, size_t i)
{
    Graph *g = graph_new(scene->arena);
    Weights weights = reference_weights(scene, file);
    SelfAttention sentences[SENTENCES];
    for (int s = 0; s < SENTENCES; s++)
        sentences[s] = run(g, &weights, cases[i].words[s], cases[i].lengths[s], cases[i].heads,
                           cases[i].causal);
    Comparison c = compare_word(g, &(ComparisonInput){.weights = &weights,
                                                      .count = SENTENCES,
                                                      .sentences = sentences,
                                                      .places = cases[i].places,
                                                      .key = "cat",
                                                      .nearest = WORDS});
    for (int s = 0; s < SENTENCES; s++)
        check_sentence(scene, file, arena_format(scene->arena, "%s/%d", cases[i].name, s + 1),
                       &c.words[s]);
    const char *before = arena_format(scene->arena, "%s/cosines-before", cases[i].name);
    const char *after = arena_format(scene->arena, "%s/cosines-after", cases[i].name);
    assert_close(c.cosines_before, reference(scene, file, before), before);
    assert_close(c.cosines_after, reference(scene, file, after), after);
    assert_int_equal(c.own, 2);
}

static void a_comparison_agrees_with_numpy(void **state)
{
    Scene *scene = *state;
    Bytes bytes;
    Safetensors file;
    const char *path = TESTS_FOLDER "/model/reference/comparison.safetensors";
    if (!file_read(scene->arena, path, 1 << 20, &bytes, &scene->error) ||
        !safetensors_parse(scene->arena, path, bytes, &file, &scene->error))
        fail_msg("%s", scene->error.message);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_case(scene, &file, i);
}

/* ---- properties ---- */

/* One sentence of drawn weights; `hide`: the word at `place` sees nothing. */
static Comparison one_sentence(Scene *scene, uint64_t seed, int n, int place, int heads,
                               bool causal, bool hide)
{
    Graph *g = graph_new(scene->arena);
    Weights *weights = arena_alloc(scene->arena, 1, sizeof *weights);
    SelfAttention *model = arena_alloc(scene->arena, 1, sizeof *model);
    *weights = weights_random(scene->arena, keys, WORDS, 12, seed);
    SelfAttentionSettings settings = {.heads = heads, .positions = true};
    if (causal || hide)
        settings.mask = tensor_new(scene->arena, n, n);
    if (causal)
        mask_causal(settings.mask);
    for (int j = 0; hide && j < n; j++)
        mask_hide(settings.mask, place, j);
    *model = self_attention(g, weights, word_vectors(scene->arena, weights, keys, n), n, settings);
    return compare_word(g, &(ComparisonInput){.weights = weights,
                                              .count = 1,
                                              .sentences = model,
                                              .places = &place,
                                              .key = keys[place],
                                              .nearest = 4});
}

static void check_sums(const WordInSentence *w)
{
    double share = 0, size = 0;
    for (int k = 0; k < cols_of(w->change); k++)
        size = fmax(size, fabs((double)at(w->change->value, 0, k)));
    for (int k = 0; k < cols_of(w->change); k++) {
        double sum = 0, change = (double)at(w->change->value, 0, k);
        for (int j = 0; j < rows_of(w->contributions); j++)
            sum += (double)at(w->contributions->value, j, k);
        assert_true(fabs(sum - change) < 2e-6 * (1 + size));
        assert_true(at(w->after->value, 0, k) ==
                    at(w->before->value, 0, k) + at(w->change->value, 0, k));
    }
    for (int j = 0; j < cols_of(w->shares); j++)
        share += (double)at(w->shares->value, 0, j);
    assert_true(fabs(share - 1) < 2e-5);
}

static void contributions_sum_to_the_change_and_shares_to_one(void **state)
{
    for (int bits = 0; bits < 2; bits++)
        for (int heads = 1; heads <= 12; heads += heads < 4 ? 1 : 2)
            for (int n = 1; n <= 9 && 12 % heads == 0; n += 2)
                for (int place = 0; place < n; place += 2) {
                    Comparison c = one_sentence(*state, 7, n, place, heads, bits, false);
                    check_sums(&c.words[0]);
                }
}

static void what_the_mask_hides_contributes_nothing(void **state)
{
    Comparison c = one_sentence(*state, 1, 6, 2, 3, true, false);
    const WordInSentence *w = &c.words[0];
    assert_int_equal(rows_of(w->mask), 4);
    for (int j = 0; j < 6; j++)
        for (int h = 0; h < 4; h++) {
            assert_int_equal(isinf(at(w->mask->value, h, j)) != 0, j > 2);
            assert_int_equal(at(w->weights->value, h, j) == 0, j > 2);
            assert_int_equal(at(w->shares->value, 0, j) == 0, j > 2);
        }
}

static void a_word_that_sees_nothing_stays_as_it_was(void **state)
{
    Comparison c = one_sentence(*state, 1, 4, 1, 2, false, true);
    const WordInSentence *w = &c.words[0];
    for (int j = 0; j < 4; j++)
        assert_true(at(w->shares->value, 0, j) == 0);
    for (int k = 0; k < 12; k++) {
        assert_true(at(w->change->value, 0, k) == 0);
        assert_true(at(w->after->value, 0, k) == at(w->before->value, 0, k));
    }
    assert_int_equal(w->nearest_gained.count, 0);
    assert_int_equal(w->nearest_after.count, 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(w->nearest_after.rows[i], c.nearest_before.rows[i]);
}

static void a_word_without_a_vector_has_no_neighbours_before(void **state)
{
    Scene *scene = *state;
    static const char *const sentence[] = {"bat", "wug"};
    Graph *g = graph_new(scene->arena);
    Weights weights = weights_random(scene->arena, keys, WORDS, 12, 1);
    SelfAttention model =
        self_attention(g, &weights, word_vectors(scene->arena, &weights, sentence, 2), 2,
                       (SelfAttentionSettings){.heads = 2, .positions = true});
    Comparison c = compare_word(g, &(ComparisonInput){.weights = &weights,
                                                      .count = 1,
                                                      .sentences = &model,
                                                      .places = (int[]){1},
                                                      .key = "wug",
                                                      .nearest = 3});
    assert_int_equal(c.own, -1);
    assert_int_equal(c.nearest_before.count, 0);
    assert_int_equal(c.words[0].nearest_after.count, 3);
    assert_true(c.cosines_before->value.data[0] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_comparison_agrees_with_numpy),
        cmocka_unit_test(contributions_sum_to_the_change_and_shares_to_one),
        cmocka_unit_test(what_the_mask_hides_contributes_nothing),
        cmocka_unit_test(a_word_that_sees_nothing_stays_as_it_was),
        cmocka_unit_test(a_word_without_a_vector_has_no_neighbours_before),
    };
    return run_scenes(tests);
}
