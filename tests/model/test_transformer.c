/* Whole transformers: scores, loss and gradients against PyTorch (reference/make_transformer.py),
   groups against single sentences, training against translating. */
#include "model/transformer.h"

#include "graph/ops.h"
#include "support/gradient.h"
#include "support/reference.h"
#include "support/sentence_group.h"

#include <math.h>
#include <string.h>

/* ---- PyTorch ---- */

static const int source_words[] = {3, 5, 0, 5, 6, 2, 3, 0, 1, 4};
static const int target_words[] = {4, 1, 8, 7, 0, 7, 4, 3, 5, 6, 2, 2};

static const SentencePairs reference_pairs = {.sentences = 2,
                                              .source_length = 5,
                                              .target_length = 6,
                                              .source = source_words,
                                              .target = target_words,
                                              .weight = 1 / 12.0};

static Model reference_transformer(Scene *scene, const Safetensors *file, const char *name,
                                   NormPlace place)
{
    TransformerSizes sizes = {.source_words = 7,
                              .target_words = 9,
                              .d_model = 12,
                              .heads = 3,
                              .ffn = 20,
                              .encoder_layers = 2,
                              .decoder_layers = 2,
                              .norm = place};
    Model t = model_new(scene->arena, model_kind("transformer"), &sizes);
    t.end = 2;
    for (int i = 0; i < t.parameters->count; i++) {
        Parameter *p = &t.parameters->items[i];
        p->value = reference(scene, file, name, p->name);
        assert_true(p->value.rows == p->rows && p->value.cols == p->cols);
    }
    return t;
}

static void scores_loss_and_gradients_are_those_of_pytorch(void **state)
{
    Scene *scene = *state;
    Safetensors file = reference_file(scene, "transformer.safetensors");
    for (int place = NORM_POST; place <= NORM_PRE; place++) {
        Graph *g = graph_new(scene->arena);
        const char *name = arena_format(g->arena, "%s model", norm_place_names[place]);
        Model t = reference_transformer(scene, &file, name, (NormPlace)place);
        TransformerParameters p = transformer_in(g, &t, true);
        TransformerTask task = transformer_task(g, &p, &reference_pairs);
        assert_close(task.memory->value, reference(scene, &file, name, "memory"), 1e-5, name);
        assert_close(task.scores->value, reference(scene, &file, name, "scores"), 1e-5, name);
        assert_close(task.loss->value, reference(scene, &file, name, "loss"), 1e-5, name);
        graph_backward(g, task.loss);
        for (int i = 0; i < g->parameters->count; i++) {
            const Parameter *learned = &g->parameters->items[i];
            const char *part = arena_format(g->arena, "%s/gradient", learned->name);
            assert_close(learned->node->grad, reference(scene, &file, name, part), 1e-5, part);
        }
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

/* The words that it writes by itself. */
static int words_of(const Model *t, const int *source, int length, int longest, int *words)
{
    TranslationTask task = {.source = source, .source_length = length, .target_length = longest};
    return model_words(t, &task, words);
}

static void a_sentence_among_others_is_decoded_as_alone_and_as_in_a_trace(void **state)
{
    Scene *scene = *state;
    for (int place = 0; place < NORM_PLACES; place++) {
        Model t = small(scene, (NormPlace)place, 2, 1);
        Graph *g = graph_new(scene->arena);
        TransformerParameters p = transformer_in(g, &t, false);
        TransformerTask together = transformer_task(g, &p, &sentence_group);
        double loss = 0;
        for (int i = 0; i < SENTENCES; i++) {
            SentencePairs alone = sentence_alone(g->arena, i);
            TransformerTranslation traced =
                translated(g, &p, alone.source, SOURCE_LENGTH, alone.target, TARGET_LENGTH);
            int rows[TARGET_LENGTH];
            for (int w = 0; w < TARGET_LENGTH; w++) {
                rows[w] = i * TARGET_LENGTH + w;
                loss -= 0.25 * log((double)at(traced.probabilities->value, w, alone.target[w]));
            }
            Node *own = gather(g, together.scores, rows, TARGET_LENGTH);
            assert_close(traced.scores->value, own->value, 0, "traced");
        }
        assert_true(fabs(loss - (double)together.loss->value.data[0]) < 1e-5);
    }
}

static void greedy_translation_goes_on_with_its_own_words(void **state)
{
    Scene *scene = *state;
    static const int source[] = {0, 3, 1};
    for (uint64_t seed = 1; seed < 6; seed++) {
        Model t = small(scene, NORM_PRE, 1, seed);
        Graph *g = graph_new(scene->arena);
        TransformerParameters p = transformer_in(g, &t, false);
        int words[7], length = words_of(&t, source, 3, 7, words);
        Tensor chances = translated(g, &p, source, 3, words, length).probabilities->value;
        for (int i = 0; i < length; i++) {
            for (int j = 0; j < 6; j++)
                assert_true(at(chances, i, j) <= at(chances, i, words[i]));
            assert_true((words[i] == t.end) <= (i == length - 1));
        }
        assert_true(length == 7 || words[length - 1] == t.end);
    }
}

/* What the trace shows at once is what each step saw: a longer sentence changes no earlier row. */
static void a_step_sees_only_the_words_before_it(void **state)
{
    Scene *scene = *state;
    Model t = small(scene, NORM_POST, 2, 3);
    Graph *g = graph_new(scene->arena);
    TransformerParameters p = transformer_in(g, &t, false);
    const int source[] = {2, 0}, asked[] = {1, 4, 2, 5, 3};
    TransformerTranslation all = translated(g, &p, source, 2, asked, 5);
    for (int length = 1; length <= 5; length++) {
        Node *begun = translated(g, &p, source, 2, asked, length).probabilities;
        assert_close(begun->value,
                     gather(g, all.probabilities, (int[]){0, 1, 2, 3, 4}, length)->value, 0,
                     "begun");
    }
}

/* Two words have a place each, so that their order matters. */
static void the_order_of_the_source_is_seen(void **state)
{
    Scene *scene = *state;
    Model t = small(scene, NORM_POST, 1, 3);
    Graph *g = graph_new(scene->arena);
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

/* The end is a word like another: where it is the most probable, the sentence ends. */
static void a_translation_stops_at_the_end_or_at_the_longest(void **state)
{
    Scene *scene = *state;
    Model t = small_new(scene, NORM_PRE, 1);
    static const int source[] = {0};
    int words[4];
    parameters_clear(t.parameters);
    t.end = 5; /* all scores are equal: the first word is taken */
    assert_int_equal(words_of(&t, source, 1, 4, words), 4);
    t.end = 0;
    assert_int_equal(words_of(&t, source, 1, 4, words), 1);
}

/* ---- gradients ---- */

static Node *loss_of(Graph *g, const void *model)
{
    TransformerParameters p = transformer_in(g, model, true);
    return transformer_task(g, &p, &sentence_group).loss;
}

static void every_parameters_gradient_is_the_difference_quotient(void **state)
{
    Scene *scene = *state;
    if (sizeof(real) == sizeof(float))
        skip(); /* float32's difference quotients are too rough for a whole model */
    static const NormPlace places[] = {NORM_POST, NORM_NONE};
    for (int k = 0; k < 2; k++) {
        Model t = small(scene, places[k], 1, 6);
        assert_int_equal(t.parameters->count, places[k] == NORM_POST ? 32 : 22);
        check_learned_gradients(scene, loss_of, &t);
    }
}

/* ---- parameters ---- */

static bool is_used(const Model *t, const char *name)
{
    return parameter_find(t->parameters, name) != NULL;
}

static void parameters_have_names_of_their_own_and_are_there_where_they_are_used(void **state)
{
    Scene *scene = *state;
    Model post = small_new(scene, NORM_POST, 2);
    Model pre = small_new(scene, NORM_PRE, 2);
    Model none = small_new(scene, NORM_NONE, 2);
    assert_true(is_used(&post, "decoder-2/norm-3/gain") && !is_used(&post, "decoder/gain"));
    assert_true(is_used(&pre, "encoder-1/norm-2/bias") && is_used(&pre, "decoder/gain"));
    assert_true(is_used(&none, "decoder-1/cross/W_O") && !is_used(&none, "encoder-1/norm-1/gain"));
    for (int i = 0; i < post.parameters->count; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(post.parameters->items[i].name, post.parameters->items[k].name);
}

/* Mean and deviation that a number starts with, as the name says. */
static double mean_of(const Parameter *p)
{
    return strstr(p->name, "gain") != NULL;
}

static double deviation_of(const Parameter *p)
{
    return p->rows == 1 ? 0 : 1 / sqrt(strstr(p->name, "/E") ? p->cols : p->rows);
}

static void a_seed_draws_the_same_transformer_again(void **state)
{
    Scene *scene = *state;
    TransformerSizes sizes = {100, 100, 48, 3, 96, 1, 1, NORM_POST};
    const ModelKind *kind = model_kind("transformer");
    Model a = model_random(scene->arena, kind, &sizes, 1);
    Model b = model_random(scene->arena, kind, &sizes, 1);
    Model other = model_random(scene->arena, kind, &sizes, 2);
    assert_int_equal(parameters_size(a.parameters), 56448);
    for (int i = 0; i < a.parameters->count; i++) {
        const Parameter *p = &a.parameters->items[i];
        double squares = 0, variance = deviation_of(p) * deviation_of(p);
        assert_close(p->value, b.parameters->items[i].value, 0, p->name);
        for (size_t k = 0; k < tensor_size(p->value); k++)
            squares += pow((double)p->value.data[k] - mean_of(p), 2);
        assert_true(fabs(squares / (double)tensor_size(p->value) - variance) <= 0.1 * variance);
        assert_true((p->value.data[0] != other.parameters->items[i].value.data[0]) ==
                    (variance > 0));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_loss_and_gradients_are_those_of_pytorch),
        cmocka_unit_test(a_sentence_among_others_is_decoded_as_alone_and_as_in_a_trace),
        cmocka_unit_test(greedy_translation_goes_on_with_its_own_words),
        cmocka_unit_test(a_step_sees_only_the_words_before_it),
        cmocka_unit_test(the_order_of_the_source_is_seen),
        cmocka_unit_test(a_translation_stops_at_the_end_or_at_the_longest),
        cmocka_unit_test(every_parameters_gradient_is_the_difference_quotient),
        cmocka_unit_test(parameters_have_names_of_their_own_and_are_there_where_they_are_used),
        cmocka_unit_test(a_seed_draws_the_same_transformer_again),
    };
    return run_scenes(tests);
}
