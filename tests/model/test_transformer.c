/* Whole transformers: scores, loss and gradients against PyTorch (reference/make_transformer.py),
   groups against single sentences, training against translating. */

#include "support/reference_models.h"
#include "support/sentence_group.h"

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
        const TransformerParameters *looking = model_in(scope_of(g), &t, false);
        WordsRead source = {.length = 5, .sentences = 2, .words = source_by_sentence};
        Tensor memory = transformer_encode(scope_of(g), looking, &source)->value;
        assert_close(memory, reference(scene, &file, name, "memory"), 1e-5, name);
        check_predictions(scene, &file, name, "%s/gradient", &t, &reference_pairs);
    }
}

static Model reference_transformer(Scene *scene, const Safetensors *file, Variation variation)
{
    TransformerSizes sizes = reference_sizes;
    sizes.variation = variation;
    return reference_model(scene, file, "post model", model_kind("transformer"), &sizes, 2);
}

/* Encoder, decoder and what lies between them: with each score, or its square, over their sum. A
   sum of scores near 0 loses digits. */
TEST(scores_of_other_weightings_are_those_of_pytorch)
{
    static const char *const names[] = {
        [WEIGHTING_LINEAR] = "linear", [WEIGHTING_SQUARED] = "squared"};
    static const double tolerances[] = {[WEIGHTING_LINEAR] = 1e-3, [WEIGHTING_SQUARED] = 1e-5};
    Safetensors file = reference_file(scene, "transformer.safetensors");
    for (Weighting w = WEIGHTING_LINEAR; w <= WEIGHTING_SQUARED; w++) {
        Graph *g = plain_graph(scene);
        Model t = reference_transformer(scene, &file, (Variation){.weighting = w});
        Predictions p = t.kind->family->predict(g, &t, &reference_pairs, false);
        const char *name = arena_format(g->arena, "post model/%s", names[w]);
        assert_close(p.scores->value, reference(scene, &file, name, "scores"), tolerances[w], name);
    }
}

/* The last words of the second sentence are padding: of them nobody sees anything, and they
   themselves are computed as any word is. */
TEST_OF_GRAPH(a_padded_batch_is_that_of_pytorch)
{
    static const int padding[] = {0, 2};
    Safetensors file = reference_file(scene, "transformer.safetensors");
    Model t = reference_transformer(scene, &file, (Variation){0});
    const TransformerParameters *p = model_in(scope_of(g), &t, false);
    WordsRead source = {5, 2, source_by_sentence, padding, NULL, NULL};
    static const int before[] = {2, 4, 8, 0, 4, 5, 2, 1, 7, 7, 3, 6};
    WordsRead read = {6, 2, before, NULL, NULL, NULL};
    Node *memory = transformer_encode(scope_of(g), p, &source);
    Node *scores = transformer_decode(scope_of(g), p, memory, &source, &read);
    const char *name = "post model/padded";
    assert_close(memory->value, reference(scene, &file, name, "memory"), 1e-5, name);
    assert_close(scores->value, reference(scene, &file, name, "scores"), 1e-5, name);
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
        const TransformerParameters *p = model_in(scope_of(g), &t, false);
        Predictions together = t.kind->family->predict(g, &t, &sentence_group, false);
        double loss = 0;
        for (int i = 0; i < SENTENCES; i++) {
            SentencePairs alone = sentence_alone(g->arena, i);
            TransformerTranslation traced =
                translated(g, p, alone.source, SOURCE_LENGTH, alone.target, TARGET_LENGTH);
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

/* Sentences of 3, 11 and 40 words, padded to 40, with translations of 4 words. */
enum { BATCH = 3, LONGEST = 40 };

static const int padding[BATCH] = {37, 29, 0};

static const int *batch_words(Arena *arena)
{
    int *words = arena_alloc(arena, (size_t)BATCH * LONGEST, sizeof *words);
    for (int i = 0; i < BATCH; i++)
        for (int t = 0; t < LONGEST - padding[i]; t++)
            words[i * LONGEST + t] = (7 * i + 3 * t + t * t / 5) % 5;
    return words;
}

/* To the bit: what a mask hides is not there. So the same words are the most probable, one after
   the other. */
static void check_padded(Scene *scene, NormPlace place, Variation variation)
{
    enum { WRITTEN = 4 };
    Model t = small(scene, place, 2, 1);
    ((TransformerSizes *)t.sizes)->variation = variation;
    Graph *g = plain_graph(scene);
    const TransformerParameters *p = model_in(scope_of(g), &t, false);
    static const int target[BATCH * WRITTEN] = {1, 4, 2, 5, 3, 3, 0, 1, 5, 2, 2, 4};
    int *before = words_before(g->arena, target, BATCH * WRITTEN, 1, p->end);
    for (int i = 0; i < BATCH; i++)
        before[i * WRITTEN] = p->end;
    WordsRead source = {LONGEST, BATCH, batch_words(g->arena), padding, NULL, NULL};
    WordsRead read = {WRITTEN, BATCH, before, NULL, NULL, NULL};
    Node *memory = transformer_encode(scope_of(g), p, &source);
    Node *scores = transformer_decode(scope_of(g), p, memory, &source, &read);
    for (int i = 0; i < BATCH; i++) {
        const int *words = source.words + (ptrdiff_t)i * LONGEST, n = LONGEST - padding[i];
        TransformerTranslation alone =
            translated(g, p, words, n, target + (ptrdiff_t)i * WRITTEN, WRITTEN);
        assert_close(row_range(g, memory, i * LONGEST, n)->value, alone.memory->value, 0, "memory");
        assert_close(row_range(g, scores, i * WRITTEN, WRITTEN)->value, alone.scores->value, 0,
                     "scores");
    }
}

TEST(a_padded_sentence_has_the_bits_that_it_has_alone)
{
    for (int place = 0; place < NORM_PLACES; place++)
        for (Weighting w = WEIGHTING_SOFTMAX; w <= WEIGHTING_SQUARED; w++)
            check_padded(scene, (NormPlace)place, (Variation){.weighting = w});
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
