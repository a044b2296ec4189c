/* Language models of every kind: scores and gradients against PyTorch
   (reference/make_language_model.py), groups against single sentences, training against tracing.
   The last half of the kinds are clozes. */

#include "support/reference_models.h"
#include "support/sentence_group.h"

enum { CLOZES = 4, KINDS = 8 };

static const ModelKind *kind_of(int i)
{
    static const char *const kinds[KINDS] = {"rnn",
                                             "gru",
                                             "rnn-attention",
                                             "gru-attention",
                                             "rnn-bidirectional",
                                             "gru-bidirectional",
                                             "rnn-bidirectional-attention",
                                             "gru-bidirectional-attention"};
    return i < KINDS ? model_kind(kinds[i]) : NULL;
}

static const TranslatorSizes reference_sizes = {
    .source_words = 9, .target_words = 9, .embedding = 5, .hidden = 4, .alignment = 6};

static const int sentence[] = {4, 8, 0, 4, 5, 2};

static const SentencePairs reference_pair = {
    .sentences = 1, .target_length = 6, .target = sentence, .weight = 1 / 6.0};

TEST(scores_loss_and_gradients_are_those_of_pytorch)
{
    Safetensors file = reference_file(scene, "language_model.safetensors");
    const ModelKind *kind;
    for (int i = 0; (kind = kind_of(i)); i++) {
        const char *name = kind->name;
        Model m = reference_model(scene, &file, name, kind, &reference_sizes, 2);
        check_predictions(scene, &file, name, "gradient of %s", &m, &reference_pair);
    }
}

static const TranslatorSizes small = {
    .source_words = 6, .target_words = 6, .embedding = 3, .hidden = 4, .alignment = 3};

TEST(a_sentence_among_others_is_read_as_alone_and_as_in_a_trace)
{
    static const char *const labels[] = {"a", "b", "c", "d", "e", "f"};
    const ModelKind *kind;
    for (int k = 0; (kind = kind_of(k)); k++) {
        Model m = model_random(scene->arena, kind, &small, 1);
        Graph *g = plain_graph(scene);
        Predictions together = language_family.predict(g, &m, &sentence_group, false);
        for (int i = 0; i < SENTENCES; i++) {
            SentencePairs pair = sentence_alone(scene->arena, i);
            Predictions alone = language_family.predict(g, &m, &pair, false);
            TranslationTask task = {.target = pair.target,
                                    .target_length = TARGET_LENGTH,
                                    .target_labels = labels,
                                    .read_labels = labels,
                                    .vocabulary = labels};
            Tensor right = language_read(scope_of(g), &m, &task)->value;
            for (int w = 0; w < TARGET_LENGTH; w++) {
                int row = w * SENTENCES + i;
                Node *scores = gather(g, together.scores, &row, 1);
                assert_close(gather(g, alone.scores, &w, 1)->value, scores->value, 0, "alone");
                assert_true(at(softmax_rows(g, scores)->value, 0, pair.target[w]) ==
                            at(right, w, 0));
            }
        }
    }
}

/* Word t is read as y_t alone tells: nothing that comes behind it changes what is expected. */
TEST(no_word_is_seen_before_its_turn)
{
    for (int k = 0; k < CLOZES; k++) {
        Model m = model_random(scene->arena, kind_of(k), &reference_sizes, 3);
        Graph *g = plain_graph(scene);
        int other[] = {4, 8, 0, 7, 7, 7};
        SentencePairs pair = reference_pair;
        Tensor first = language_family.predict(g, &m, &pair, false).scores->value;
        pair.target = other;
        Tensor second = language_family.predict(g, &m, &pair, false).scores->value;
        for (int t = 0; t < 6; t++)
            for (int j = 0; j < 9; j++)
                if (t <= 3)
                    assert_true(at(first, t, j) == at(second, t, j));
        assert_true(at(first, 4, 0) != at(second, 4, 0));
    }
}

/* Of a cloze: whatever word is left out, the same is expected there, and something else elsewhere.
 */
TEST(no_word_is_seen_where_it_is_left_out)
{
    for (int k = CLOZES; k < KINDS; k++) {
        Model m = model_random(scene->arena, kind_of(k), &reference_sizes, 3);
        Graph *g = plain_graph(scene);
        Tensor first = language_family.predict(g, &m, &reference_pair, false).scores->value;
        assert_true(kind_is_cloze(m.kind) && !kind_is_cloze(kind_of(k - CLOZES)));
        for (int left_out = 0; left_out < 6; left_out++) {
            int other[6];
            memcpy(other, sentence, sizeof other);
            other[left_out] = 7;
            SentencePairs pair = reference_pair;
            pair.target = other;
            Tensor second = language_family.predict(g, &m, &pair, false).scores->value;
            for (int t = 0; t < 6; t++)
                assert_int_equal(
                    memcmp(tensor_row(first, t), tensor_row(second, t), 9 * sizeof(real)) == 0,
                    t == left_out);
        }
    }
}
