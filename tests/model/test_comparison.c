/* One word in several sentences: against NumPy (reference/make_comparison.py), and by what must
   hold whatever the weights. */
#include "model/words.h"

#include "support/nodes.h"

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

static Weights reference_weights(Scene *scene, const Safetensors *file)
{
    Weights w = {.embeddings = reference(scene, file, NULL, "embeddings"),
                 .vocabulary = lexicon_of(scene->arena, keys, WORDS),
                 .origin = "NumPy"};
    w.parameters = projections_declared(scene->arena, w.embeddings.cols);
    set_parameters(scene, w.parameters, file, NULL, projection_names);
    return w;
}

/* A sentence of vocabulary rows. */
static ComparedSentence sentence_of(Scene *scene, const Weights *weights, const int *words, int n,
                                    int place, int heads, bool causal)
{
    const char **sentence = arena_alloc(scene->arena, (size_t)n, sizeof *sentence);
    for (int i = 0; i < n; i++)
        sentence[i] = keys[words[i]];
    ComparedSentence s = {.vectors = word_vectors(scene->arena, weights, sentence, n),
                          .labels = sentence,
                          .n = n,
                          .place = place,
                          .settings = {.heads = heads, .positions = true}};
    if (causal)
        s.settings.mask.window = &causal_window;
    return s;
}

/* The comparison, in a graph with names. */
static const Graph *compared(Scene *scene, const Weights *weights, const char *key,
                             const ComparedSentence *sentences, int count, int nearest)
{
    Graph *g = named_graph(scene);
    compare_word(scope_of(g), &(ComparisonInput){.weights = weights,
                                                 .count = count,
                                                 .sentences = sentences,
                                                 .word = key,
                                                 .key = key,
                                                 .nearest = nearest});
    return g;
}

/* What is called so in the i-th sentence. */
static Tensor value_in(const Graph *g, int i, const char *stage)
{
    return value_of(g, "sentence-%d/%s", i, stage);
}

static void check_sentence(Scene *scene, const Safetensors *file, const Graph *g, const char *name,
                           int i)
{
    static const char *const parts[][2] = {{"weights", "attention"}, {"contributions", "parts"},
                                           {"change", "change"},     {"shares", "contributions"},
                                           {"before", "static"},     {"after", "after"},
                                           {"nearest", "nearest"}};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        const char *part = arena_format(scene->arena, "%d/%s", i, parts[k][0]);
        assert_close(value_in(g, i, parts[k][1]), reference(scene, file, name, part), 1e-5, part);
    }
    Tensor order = reference(scene, file, name, arena_format(scene->arena, "%d/order", i));
    const Name *nearest = name_find(g, arena_format(scene->arena, "sentence-%d/nearest", i));
    assert_int_equal(nearest->writing->rows.count, WORDS - 1);
    for (int k = 0; k < WORDS - 1; k++)
        assert_string_equal(nearest->writing->rows.labels[k], keys[(int)order.data[k]]);
}

static void check_case(Scene *scene, const Safetensors *file, size_t i)
{
    Weights weights = reference_weights(scene, file);
    ComparedSentence sentences[SENTENCES];
    for (int s = 0; s < SENTENCES; s++)
        sentences[s] = sentence_of(scene, &weights, cases[i].words[s], cases[i].lengths[s],
                                   cases[i].places[s], cases[i].heads, cases[i].causal);
    const Graph *g = compared(scene, &weights, "cat", sentences, SENTENCES, WORDS);
    for (int s = 1; s <= SENTENCES; s++)
        check_sentence(scene, file, g, cases[i].name, s);
    for (int after = 0; after < 2; after++) {
        const char *part = after ? "cosines-after" : "cosines-before";
        assert_close(value_of(g, after ? "cosine/after" : "cosine/before"),
                     reference(scene, file, cases[i].name, part), 1e-5, part);
    }
    assert_null(name_find(g, "unknown"));
}

TEST(a_comparison_agrees_with_numpy)
{
    Safetensors file = reference_file(scene, "comparison.safetensors");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_case(scene, &file, i);
}

/* ---- properties ---- */

/* One sentence of drawn weights; `hide`: the word at `place` sees nothing. */
static const Graph *one_sentence(Scene *scene, uint64_t seed, int n, int place, int heads,
                                 bool causal, bool hide)
{
    static const int words[WORDS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    Weights weights = weights_random(scene->arena, keys, WORDS, 12, seed);
    ComparedSentence s = sentence_of(scene, &weights, words, n, place, heads, causal);
    if (hide)
        s.settings.mask = (Mask){.table = tensor_new(scene->arena, n, n)};
    for (int j = 0; hide && j < n; j++)
        mask_hide(s.settings.mask.table, place, j);
    return compared(scene, &weights, keys[place], &s, 1, 4);
}

TEST(what_the_mask_hides_contributes_nothing)
{
    const Graph *g = one_sentence(scene, 1, 6, 2, 3, true, false);
    Tensor weights = value_in(g, 1, "attention"), part = value_in(g, 1, "contributions");
    const Node *mask = name_find(g, "sentence-1/attention")->writing->mask;
    assert_int_equal(rows_of(mask), 4);
    for (int j = 0; j < 6; j++)
        for (int h = 0; h < 4; h++) {
            assert_int_equal(isinf(at(mask->value, h, j)) != 0, j > 2);
            assert_int_equal(at(weights, h, j) == 0, j > 2);
            assert_int_equal(at(part, 0, j) == 0, j > 2);
        }
}

TEST(a_word_that_sees_nothing_stays_as_it_was)
{
    const Graph *g = one_sentence(scene, 1, 4, 1, 2, false, true);
    const Axis *before = &name_find(g, "static/nearest")->writing->rows;
    const Axis *after = &name_find(g, "sentence-1/nearest")->writing->rows;
    assert_close(value_in(g, 1, "contributions"), tensor_new(g->arena, 1, 4), 0, "contributions");
    assert_close(value_in(g, 1, "change"), tensor_new(g->arena, 1, 12), 0, "change");
    assert_close(value_in(g, 1, "after"), value_in(g, 1, "static"), 0, "after");
    assert_null(name_find(g, "sentence-1/gained/nearest"));
    assert_int_equal(after->count, 4);
    for (int i = 0; i < 4; i++)
        assert_string_equal(after->labels[i], before->labels[i]);
}

TEST(a_word_without_a_vector_has_no_neighbours_before)
{
    static const char *const words[] = {"bat", "wug"};
    Weights weights = weights_random(scene->arena, keys, WORDS, 12, 1);
    ComparedSentence s = {.vectors = word_vectors(scene->arena, &weights, words, 2),
                          .labels = words,
                          .n = 2,
                          .place = 1,
                          .settings = {.heads = 2, .positions = true}};
    const Graph *g = compared(scene, &weights, "wug", &s, 1, 3);
    assert_non_null(name_find(g, "unknown"));
    assert_null(name_find(g, "static/nearest"));
    assert_int_equal(value_in(g, 1, "nearest").rows, 3);
    assert_true(value_of(g, "cosine/before").data[0] == 0);
}
