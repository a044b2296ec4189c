/* Whole translators of every kind: scores and gradients against PyTorch
   (reference/make_translator.py), groups against single sentences, training against translating. */

#include "support/reference_models.h"
#include "support/sentence_group.h"

/* ---- PyTorch ---- */

static const TranslatorSizes reference_sizes = {
    .source_words = 7, .target_words = 9, .embedding = 5, .hidden = 4, .alignment = 6, .window = 2};

static const int source[] = {3, 0, 6, 3, 1}, target[] = {4, 8, 0, 4, 5, 2};

static const SentencePairs reference_pair = {.sentences = 1,
                                             .source_length = 5,
                                             .target_length = 6,
                                             .source = source,
                                             .target = target,
                                             .weight = 1 / 6.0};

static Predictions predicted(Graph *g, const Model *t, const SentencePairs *pairs, bool learns)
{
    return t->kind->family->predict(g, t, pairs, learns);
}

static double loss_of(Graph *g, const Model *t, const SentencePairs *pairs)
{
    return (double)predictions_loss(g, predicted(g, t, pairs, true), pairs->weight)->value.data[0];
}

TEST(scores_loss_and_gradients_are_those_of_pytorch)
{
    Safetensors file = reference_file(scene, "translator.safetensors");
    for (const ModelKind *kind = NULL; (kind = next_kind(&translator_family, kind));) {
        const char *name = kind->name;
        Model t = reference_model(scene, &file, name, kind, &reference_sizes, 2);
        check_predictions(scene, &file, name, "gradient of %s", &t, &reference_pair);
    }
}

/* ---- random translators ---- */

static const TranslatorSizes small = {
    .source_words = 5, .target_words = 6, .embedding = 3, .hidden = 4, .alignment = 3, .window = 2};

/* One sentence, with these words or, of none, its own. */
static Translation one(Graph *g, const Model *t, const int *words, int length, const int *asked,
                       int longest)
{
    static const char *const labels[] = {"a", "b", "c", "d", "e", "f"};
    TranslationTask task = {.source = words,
                            .source_length = length,
                            .target = asked,
                            .target_length = longest,
                            .source_labels = labels,
                            .target_labels = labels,
                            .source_vocabulary = labels,
                            .vocabulary = labels};
    return translate(scope_of(g), t, &task);
}

TEST(a_sentence_among_others_is_decoded_as_alone_and_as_in_a_trace)
{
    for (const ModelKind *kind = NULL; (kind = next_kind(&translator_family, kind));) {
        Model t = model_random(scene->arena, kind, &small, 1);
        Graph *g = plain_graph(scene);
        Predictions together = predicted(g, &t, &sentence_group, false);
        double loss = 0;
        for (int i = 0; i < SENTENCES; i++) {
            SentencePairs pair = sentence_alone(scene->arena, i);
            Predictions alone = predicted(g, &t, &pair, false);
            loss += loss_of(g, &t, &pair);
            Translation traced = one(g, &t, pair.source, SOURCE_LENGTH, pair.target, TARGET_LENGTH);
            assert_int_equal(traced.length, TARGET_LENGTH);
            for (int w = 0; w < TARGET_LENGTH; w++) {
                int row = w * SENTENCES + i;
                Node *scores = gather(g, together.scores, &row, 1);
                assert_close(gather(g, alone.scores, &w, 1)->value, scores->value, 0, "alone");
                assert_close(traced.steps.probabilities[w]->value, softmax_rows(g, scores)->value,
                             0, "traced");
                assert_int_equal(traced.words[w], pair.target[w]);
                assert_int_equal(together.words[row], pair.target[w]);
            }
            assert_true(!alone.weights == !traced.steps.weights[0]);
            if (alone.weights)
                assert_close(alone.weights->value,
                             stack(g, traced.steps.weights, TARGET_LENGTH)->value, 0, "looks");
        }
        assert_true(fabs(loss - loss_of(g, &t, &sentence_group)) < 1e-5);
    }
}
