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

static const int source[] = {3, 5, 0, 5, 6, 2, 3, 0, 1, 4};
static const int target[] = {4, 1, 8, 7, 0, 7, 4, 3, 5, 6, 2, 2};

static const SentencePairs reference_pairs = {.sentences = 2,
                                              .source_length = 5,
                                              .target_length = 6,
                                              .source = source,
                                              .target = target,
                                              .weight = 1 / 12.0};

static Transformer reference_transformer(Scene *scene, const Safetensors *file, const char *name,
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
    Transformer t = transformer_zero(scene->arena, sizes);
    t.end = 2;
    for (int i = 0; i < t.tensor_count; i++)
        if (t.tensors[i].value.data) {
            Tensor given = reference(scene, file, name, t.tensors[i].name);
            assert_true(same_shape(given, t.tensors[i].value));
            t.tensors[i].value = given;
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
        Transformer t = reference_transformer(scene, &file, name, (NormPlace)place);
        TransformerNodes nodes = transformer_nodes(g, &t, true);
        TransformerTask task = transformer_task(g, &nodes, &reference_pairs);
        assert_close(task.encoder.output->value, reference(scene, &file, name, "memory"), 1e-5,
                     name);
        assert_close(task.decoder.scores->value, reference(scene, &file, name, "scores"), 1e-5,
                     name);
        assert_close(task.loss->value, reference(scene, &file, name, "loss"), 1e-5, name);
        graph_backward(g, task.loss);
        for (int i = 0; i < t.tensor_count; i++)
            if (nodes.tensors[i]) {
                const char *part = arena_format(g->arena, "%s/gradient", t.tensors[i].name);
                assert_close(nodes.tensors[i]->grad, reference(scene, &file, name, part), 1e-5,
                             part);
            }
    }
}

/* ---- random transformers ---- */

static TransformerSizes small(NormPlace place, int layers)
{
    return (TransformerSizes){.source_words = 5,
                              .target_words = 6,
                              .d_model = 4,
                              .heads = 2,
                              .ffn = 6,
                              .encoder_layers = layers,
                              .decoder_layers = layers,
                              .norm = place};
}

static void a_sentence_among_others_is_decoded_as_alone_and_as_in_a_trace(void **state)
{
    Scene *scene = *state;
    for (int place = 0; place < NORM_PLACES; place++) {
        Transformer t = transformer_random(scene->arena, small((NormPlace)place, 2), 1);
        Graph *g = graph_new(scene->arena);
        TransformerNodes nodes = transformer_nodes(g, &t, false);
        TransformerTask together = transformer_task(g, &nodes, &sentence_group);
        double loss = 0;
        for (int i = 0; i < SENTENCES; i++) {
            SentencePairs alone = sentence_alone(g->arena, i);
            TransformerTranslation traced = transformer_translate(
                g, &nodes, alone.source, SOURCE_LENGTH, TARGET_LENGTH, alone.target);
            assert_int_equal(traced.length, TARGET_LENGTH);
            int rows[TARGET_LENGTH];
            for (int w = 0; w < TARGET_LENGTH; w++) {
                rows[w] = i * TARGET_LENGTH + w;
                assert_int_equal(traced.words[w], alone.target[w]);
                loss -= 0.25 * log((double)at(traced.probabilities->value, w, alone.target[w]));
            }
            Node *own = gather(g, together.decoder.scores, rows, TARGET_LENGTH);
            assert_close(traced.decoder.scores->value, own->value, 0, "traced");
        }
        assert_true(fabs(loss - (double)together.loss->value.data[0]) < 1e-5);
    }
}

static void greedy_translation_goes_on_with_its_own_words(void **state)
{
    Scene *scene = *state;
    for (uint64_t seed = 1; seed < 6; seed++) {
        Transformer t = transformer_random(scene->arena, small(NORM_PRE, 1), seed);
        Graph *g = graph_new(scene->arena);
        TransformerNodes nodes = transformer_nodes(g, &t, false);
        int asked[7];
        TransformerTranslation own = transformer_translate(g, &nodes, (int[]){0, 3, 1}, 3, 7, NULL);
        for (int i = 0; i < own.length; i++) {
            asked[i] = own.words[i];
            for (int j = 0; j < 6; j++)
                assert_true(at(own.probabilities->value, i, j) <=
                            at(own.probabilities->value, i, own.words[i]));
            assert_true((own.words[i] == t.end) <= (i == own.length - 1));
        }
        assert_true(own.length == 7 || own.words[own.length - 1] == t.end);
        TransformerTranslation again =
            transformer_translate(g, &nodes, (int[]){0, 3, 1}, 3, own.length, asked);
        assert_close(again.probabilities->value, own.probabilities->value, 0, "again");
    }
}

/* What the trace shows at once is what each step saw: a longer sentence changes no earlier row. */
static void a_step_sees_only_the_words_before_it(void **state)
{
    Scene *scene = *state;
    Transformer t = transformer_random(scene->arena, small(NORM_POST, 2), 3);
    Graph *g = graph_new(scene->arena);
    TransformerNodes nodes = transformer_nodes(g, &t, false);
    const int asked[] = {1, 4, 2, 5, 3};
    TransformerTranslation all = transformer_translate(g, &nodes, (int[]){2, 0}, 2, 5, asked);
    for (int length = 1; length <= 5; length++) {
        Node *begun =
            transformer_translate(g, &nodes, (int[]){2, 0}, 2, length, asked).probabilities;
        assert_close(begun->value,
                     gather(g, all.probabilities, (int[]){0, 1, 2, 3, 4}, length)->value, 0,
                     "begun");
    }
}

/* Two words have a place each, so that their order matters. */
static void the_order_of_the_source_is_seen(void **state)
{
    Scene *scene = *state;
    Transformer t = transformer_random(scene->arena, small(NORM_POST, 1), 3);
    Graph *g = graph_new(scene->arena);
    TransformerNodes nodes = transformer_nodes(g, &t, false);
    EncoderPass there = transformer_encode(g, &nodes, (int[]){1, 2}, 2, 1);
    EncoderPass back = transformer_encode(g, &nodes, (int[]){2, 1}, 2, 1);
    double gap = 0;
    for (int j = 0; j < 4; j++)
        gap += fabs((double)(at(there.output->value, 0, j) - at(back.output->value, 1, j)));
    assert_true(gap > 0.01);
    for (int j = 0; j < 4; j++)
        assert_true(at(there.words.embeddings->value, 0, j) ==
                    2 * at(nodes.source_words->value, 1, j)); /* √4 */
}

/* The end is a word like another: where it is the most probable, the sentence ends. */
static void a_translation_stops_at_the_end_or_at_the_longest(void **state)
{
    Scene *scene = *state;
    Transformer t = transformer_zero(scene->arena, small(NORM_PRE, 1));
    Graph *g = graph_new(scene->arena);
    TransformerNodes nodes = transformer_nodes(g, &t, false);
    t.end = 5; /* all scores are equal: the first word is taken */
    assert_int_equal(transformer_translate(g, &nodes, (int[]){0}, 1, 4, NULL).length, 4);
    t.end = 0;
    assert_int_equal(transformer_translate(g, &nodes, (int[]){0}, 1, 4, NULL).length, 1);
}

/* ---- gradients ---- */

static Transformer checked;

static Node *loss_of_checked(Graph *g, Node *const *p)
{
    Node **tensors = arena_alloc(g->arena, (size_t)checked.tensor_count, sizeof *tensors);
    int next = 0;
    for (int i = 0; i < checked.tensor_count; i++)
        if (checked.tensors[i].value.data)
            tensors[i] = p[next++];
    TransformerNodes nodes = transformer_assembled(g, &checked, tensors);
    return transformer_task(g, &nodes, &sentence_group).loss;
}

static void every_tensors_gradient_is_the_difference_quotient(void **state)
{
    Scene *scene = *state;
    if (sizeof(real) == sizeof(float))
        skip(); /* float32's difference quotients are too rough for a whole model */
    static const NormPlace places[] = {NORM_POST, NORM_NONE};
    for (int k = 0; k < 2; k++) {
        Tensor values[32];
        int count = 0;
        checked = transformer_random(scene->arena, small(places[k], 1), 6);
        for (int i = 0; i < checked.tensor_count; i++)
            if (checked.tensors[i].value.data)
                values[count++] = checked.tensors[i].value;
        assert_int_equal(count, places[k] == NORM_POST ? 32 : 22);
        check_gradients(scene, loss_of_checked, values, count);
    }
}

/* ---- tensors ---- */

static bool is_used(const Transformer *t, const char *name)
{
    for (int i = 0; i < t->tensor_count; i++)
        if (!strcmp(t->tensors[i].name, name))
            return t->tensors[i].value.data != NULL;
    fail_msg("no tensor %s", name);
    return false;
}

static void tensors_have_names_of_their_own_and_are_there_where_they_are_used(void **state)
{
    Scene *scene = *state;
    Transformer post = transformer_zero(scene->arena, small(NORM_POST, 2));
    Transformer pre = transformer_zero(scene->arena, small(NORM_PRE, 2));
    Transformer none = transformer_zero(scene->arena, small(NORM_NONE, 2));
    assert_true(is_used(&post, "decoder-2/norm-3/gain") && !is_used(&post, "decoder/gain"));
    assert_true(is_used(&pre, "encoder-1/norm-2/bias") && is_used(&pre, "decoder/gain"));
    assert_true(is_used(&none, "decoder-1/cross/W_O") && !is_used(&none, "encoder-1/norm-1/gain"));
    for (int i = 0; i < post.tensor_count; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(post.tensors[i].name, post.tensors[k].name);
}

static void a_seed_draws_the_same_transformer_again(void **state)
{
    Scene *scene = *state;
    TransformerSizes sizes = {100, 100, 48, 3, 96, 1, 1, NORM_POST};
    Transformer a = transformer_random(scene->arena, sizes, 1);
    Transformer b = transformer_random(scene->arena, sizes, 1);
    Transformer other = transformer_random(scene->arena, sizes, 2);
    assert_int_equal(transformer_parameters(&a), 56448);
    for (int i = 0; i < a.tensor_count; i++) {
        Tensor t = a.tensors[i].value;
        double squares = 0, deviation = a.tensors[i].deviation;
        if (!t.data)
            continue;
        assert_close(t, b.tensors[i].value, 0, a.tensors[i].name);
        for (size_t k = 0; k < tensor_size(t); k++)
            squares +=
                ((double)t.data[k] - a.tensors[i].mean) * ((double)t.data[k] - a.tensors[i].mean);
        assert_true(fabs(squares / (double)tensor_size(t) - deviation * deviation) <=
                    0.1 * deviation * deviation);
        assert_true((t.data[0] != other.tensors[i].value.data[0]) == (deviation > 0));
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
        cmocka_unit_test(every_tensors_gradient_is_the_difference_quotient),
        cmocka_unit_test(tensors_have_names_of_their_own_and_are_there_where_they_are_used),
        cmocka_unit_test(a_seed_draws_the_same_transformer_again),
    };
    return run_scenes(tests);
}
