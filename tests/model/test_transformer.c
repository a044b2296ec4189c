/* Whole transformers: scores, loss and gradients against PyTorch (reference/make_transformer.py),
   groups against single sentences, training against translating. */
#include "model/transformer.h"

#include "graph/ops.h"
#include "support/reference_models.h"
#include "support/sentence_group.h"

#include <math.h>
#include <string.h>

/* ---- PyTorch ---- */

static const int source_words[] = {3, 5, 0, 5, 6, 2, 3, 0, 1, 4};
static const int source_by_sentence[] = {3, 0, 6, 3, 1, 5, 5, 2, 0, 4};
static const int target_words[] = {4, 1, 8, 7, 0, 7, 4, 3, 5, 6, 2, 2};

static const SentencePairs reference_pairs = {.sentences = 2,
                                              .source_length = 5,
                                              .target_length = 6,
                                              .source = source_words,
                                              .target = target_words,
                                              .weight = 1 / 12.0};

static const TransformerSizes reference_sizes = {.source_words = 7,
                                                 .target_words = 9,
                                                 .d_model = 12,
                                                 .heads = 3,
                                                 .ffn = 20,
                                                 .encoder_layers = 2,
                                                 .decoder_layers = 2};

TEST(scores_loss_and_gradients_are_those_of_pytorch)
{
    Safetensors file = reference_file(scene, "transformer.safetensors");
    for (int place = NORM_POST; place <= NORM_PRE; place++) {
        Graph *g = plain_graph(scene);
        const char *name = arena_format(g->arena, "%s model", norm_place_names[place]);
        TransformerSizes sizes = reference_sizes;
        sizes.norm = (NormPlace)place;
        Model t = reference_model(scene, &file, name, model_kind("transformer"), &sizes, 2);
        TransformerParameters looking = transformer_in(g, &t, false);
        WordsRead source = {.length = 5, .sentences = 2, .words = source_by_sentence};
        Tensor memory = transformer_encode(scope_of(g), &looking, &source)->value;
        assert_close(memory, reference(scene, &file, name, "memory"), 1e-5, name);
        check_predictions(scene, &file, name, "%s/gradient", &t, &reference_pairs);
    }
}

/* ---- random transformers ---- */

static Model small_new(Scene *scene, NormPlace place, int layers)
{
    TransformerSizes sizes = {.source_words = 5,
                              .target_words = 6,
                              .d_model = 4,
                              .heads = 2,
                              .ffn = 6,
                              .encoder_layers = layers,
                              .decoder_layers = layers,
                              .norm = place};
    return model_new(scene->arena, model_kind("transformer"), &sizes);
}

static Model small(Scene *scene, NormPlace place, int layers, uint64_t seed)
{
    Model t = small_new(scene, place, layers);
    parameters_draw(t.parameters, seed);
    return t;
}

/* A translation into these words. */
static TransformerTranslation translated(Graph *g, const TransformerParameters *p,
                                         const int *source, int length, const int *target,
                                         int target_length)
{
    TranslationTask task = {.source = source,
                            .source_length = length,
                            .target = target,
                            .target_length = target_length};
    return transformer_translate(scope_of(g), p, &task);
}

TEST(a_sentence_among_others_is_decoded_as_alone_and_as_in_a_trace)
{
    for (int place = 0; place < NORM_PLACES; place++) {
        Model t = small(scene, (NormPlace)place, 2, 1);
        Graph *g = plain_graph(scene);
        TransformerParameters p = transformer_in(g, &t, false);
        Predictions together = t.kind->family->predict(g, &t, &sentence_group, false);
        double loss = 0;
        for (int i = 0; i < SENTENCES; i++) {
            SentencePairs alone = sentence_alone(g->arena, i);
            TransformerTranslation traced =
                translated(g, &p, alone.source, SOURCE_LENGTH, alone.target, TARGET_LENGTH);
            for (int w = 0; w < TARGET_LENGTH; w++)
                loss -= 0.25 * log(cell(traced.probabilities->value, w, alone.target[w]));
            Node *own = row_range(g, together.scores, i * TARGET_LENGTH, TARGET_LENGTH);
            assert_close(traced.scores->value, own->value, 0, "traced");
            assert_memory_equal(together.words + (ptrdiff_t)i * TARGET_LENGTH, alone.target,
                                TARGET_LENGTH * sizeof(int));
        }
        assert_true(fabs(loss - (double)predictions_loss(g, together, sentence_group.weight)
                                    ->value.data[0]) < 1e-5);
    }
}

/* What the trace shows at once is what each step saw: a longer sentence changes no earlier row. */
TEST(a_step_sees_only_the_words_before_it)
{
    Model t = small(scene, NORM_POST, 2, 3);
    Graph *g = plain_graph(scene);
    TransformerParameters p = transformer_in(g, &t, false);
    const int source[] = {2, 0}, asked[] = {1, 4, 2, 5, 3};
    TransformerTranslation all = translated(g, &p, source, 2, asked, 5);
    for (int length = 1; length <= 5; length++) {
        Node *begun = translated(g, &p, source, 2, asked, length).probabilities;
        assert_close(begun->value, row_range(g, all.probabilities, 0, length)->value, 0, "begun");
    }
}

/* Two words have a place each, so that their order matters. */
TEST(the_order_of_the_source_is_seen)
{
    Model t = small(scene, NORM_POST, 1, 3);
    Graph *g = plain_graph(scene);
    TransformerParameters p = transformer_in(g, &t, false);
    WordsRead there = {.length = 2, .sentences = 1, .words = (int[]){1, 2}};
    WordsRead back = {.length = 2, .sentences = 1, .words = (int[]){2, 1}};
    const Node *a = transformer_encode(scope_of(g), &p, &there);
    const Node *b = transformer_encode(scope_of(g), &p, &back);
    double gap = 0;
    for (int j = 0; j < 4; j++)
        gap += fabs((double)(at(a->value, 0, j) - at(b->value, 1, j)));
    assert_true(gap > 0.01);
}

/* ---- parameters ---- */

static bool is_used(const Model *t, const char *name)
{
    return parameter_find(t->parameters, name) != NULL;
}

TEST(parameters_have_names_of_their_own_and_are_there_where_they_are_used)
{
    Model post = small_new(scene, NORM_POST, 2);
    Model pre = small_new(scene, NORM_PRE, 2);
    Model none = small_new(scene, NORM_NONE, 2);
    assert_int_equal(small_new(scene, NORM_POST, 1).parameters->count, 32);
    assert_int_equal(small_new(scene, NORM_NONE, 1).parameters->count, 22);
    assert_true(is_used(&post, "decoder-2/norm-3/gain") && !is_used(&post, "decoder/gain"));
    assert_true(is_used(&pre, "encoder-1/norm-2/bias") && is_used(&pre, "decoder/gain"));
    assert_true(is_used(&none, "decoder-1/cross/W_O") && !is_used(&none, "encoder-1/norm-1/gain"));
    for (int i = 0; i < post.parameters->count; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(post.parameters->items[i].name, post.parameters->items[k].name);
}
