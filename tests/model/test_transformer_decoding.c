/* A translation word by word against the scores of all its words at once. */
#include "model/model.h"

#include "support/scene.h"

enum { SOURCE_LENGTH = 7, LENGTH = 9, TARGET_WORDS = 11 };

static const int source[SOURCE_LENGTH] = {4, 0, 2, 5, 1, 1, 3};

static Model drawn(Scene *scene, NormPlace place, uint64_t seed)
{
    TransformerSizes sizes = {6, TARGET_WORDS, 48, 3, 100, 1, 3, place, {0}};
    Model t = model_random(scene->arena, model_kind("transformer"), &sizes, seed);
    t.end = TARGET_WORDS - 1;
    for (int i = 0; i < t.parameters->count; i++) { /* no two norms are alike, no bias is 0 */
        Tensor value = t.parameters->items[i].value;
        for (int j = 0; value.rows == 1 && j < value.cols; j++)
            value.data[j] += (real)(1 + i * j % 7) / 10;
    }
    return t;
}

/* Its own words for the source. */
static int words_of(const Model *t, int *chosen)
{
    TranslationTask task = {
        .source = source, .source_length = SOURCE_LENGTH, .target_length = LENGTH};
    return t->kind->family->write(t, &task, chosen);
}

static Node *encoded(Graph *g, const TransformerParameters *p)
{
    WordsRead read = {.length = SOURCE_LENGTH, .sentences = 1, .words = source};
    return transformer_encode(scope_of(g), p, &read);
}

/* The scores after each word, read at once. */
static Tensor scores_after(Graph *g, const TransformerParameters *p, const int *read, int count)
{
    WordsRead target = {.length = count, .sentences = 1, .words = read};
    WordsRead unpadded = {.length = SOURCE_LENGTH, .sentences = 1};
    return transformer_decode(scope_of(g), p, encoded(g, p), &unpadded, &target)->value;
}

/* Each word is the most probable after those before it, and the end is the last. */
TEST(the_most_probable_word_is_taken_until_the_end)
{
    int ended = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        Model t = drawn(scene, NORM_PRE, seed);
        int chosen[LENGTH + 1] = {t.end};
        Graph *g = graph_new(scene->arena);
        const TransformerParameters *p = model_in(scope_of(g), &t, false);
        int count = words_of(&t, chosen + 1);
        Tensor scores = scores_after(g, p, chosen, count);
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < TARGET_WORDS; j++)
                assert_true(at(scores, i, j) <= at(scores, i, chosen[i + 1]));
            assert_true(i == count - 1 || chosen[i + 1] != t.end);
        }
        assert_true(count == LENGTH || chosen[count] == t.end);
        ended += count < LENGTH;
    }
    assert_true(ended > 0 && ended < 20);
}

/* Words 5 … 9 have the vectors of 0 … 4. */
TEST(of_equals_the_first_is_taken)
{
    Model t = drawn(scene, NORM_POST, 1);
    Tensor vectors = parameter_find(t.parameters, "target/E")->value;
    int chosen[LENGTH], doubled = 0;
    memcpy(tensor_row(vectors, 5), vectors.data, 5 * (size_t)vectors.cols * sizeof(real));
    int count = words_of(&t, chosen);
    for (int i = 0; i < count; i++) {
        assert_true(chosen[i] < 5 || chosen[i] == t.end);
        doubled += chosen[i] < 5;
    }
    assert_true(doubled > 0);
}
