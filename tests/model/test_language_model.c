/* Language models of every kind: scores and gradients against PyTorch
   (reference/make_language_model.py), groups against single sentences, training against tracing. */

#include "support/reference_models.h"
#include "support/sentence_group.h"

static const TranslatorSizes reference_sizes = {
    .source_words = 9, .target_words = 9, .embedding = 5, .hidden = 4, .alignment = 6};

static const int sentence[] = {4, 8, 0, 4, 5, 2};

static const SentencePairs reference_pair = {
    .sentences = 1, .target_length = 6, .target = sentence, .weight = 1 / 6.0};

TEST(scores_loss_and_gradients_are_those_of_pytorch)
{
    Safetensors file = reference_file(scene, "language_model.safetensors");
    for (const ModelKind *kind = NULL; (kind = next_kind(&language_family, kind));) {
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
    for (const ModelKind *kind = NULL; (kind = next_kind(&language_family, kind));) {
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
