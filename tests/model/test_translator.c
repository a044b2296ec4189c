/* Whole translators of every kind: scores and gradients against PyTorch
   (reference/make_translator.py), groups against single sentences, training against translating. */
#include "model/translator.h"

#include "graph/ops.h"
#include "support/gradient.h"
#include "support/reference.h"
#include "support/sentence_group.h"

#include <math.h>

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

static Translator reference_translator(Scene *scene, const Safetensors *file, int kind)
{
    Translator t = translator_zero(scene->arena, &translator_kinds[kind], reference_sizes);
    t.end = 2;
    for (int i = 0; i < TRANSLATOR_TENSORS; i++)
        if (t.tensors[i].data) {
            Tensor given = reference(scene, file, t.kind->name, translator_tensor_name(i));
            assert_true(same_shape(given, t.tensors[i]));
            t.tensors[i] = given;
        }
    return t;
}

static void scores_loss_and_gradients_are_those_of_pytorch(void **state)
{
    Scene *scene = *state;
    Safetensors file = reference_file(scene, "translator.safetensors");
    for (int kind = 0; kind < translator_kind_count; kind++) {
        Translator t = reference_translator(scene, &file, kind);
        const char *name = t.kind->name;
        Graph *g = graph_new(scene->arena);
        TranslatorNodes nodes = translator_nodes(g, &t, true);
        ForcedDecoding d = decode_forced(g, &nodes, &reference_pair);
        assert_close(d.readout.scores->value, reference(scene, &file, name, "scores"), 1e-5, name);
        assert_close(d.loss->value, reference(scene, &file, name, "loss"), 1e-5, name);
        graph_backward(g, d.loss);
        for (int i = 0; i < TRANSLATOR_TENSORS; i++)
            if (nodes.tensors[i]) {
                const char *part =
                    arena_format(scene->arena, "gradient of %s", translator_tensor_name(i));
                assert_close(nodes.tensors[i]->grad, reference(scene, &file, name, part), 1e-5,
                             part);
            }
    }
}

/* ---- random translators ---- */

static const TranslatorSizes small = {
    .source_words = 5, .target_words = 6, .embedding = 3, .hidden = 4, .alignment = 3, .window = 2};

static void a_sentence_among_others_is_decoded_as_alone_and_as_in_a_trace(void **state)
{
    Scene *scene = *state;
    for (int kind = 0; kind < translator_kind_count; kind++) {
        Translator t = translator_random(scene->arena, &translator_kinds[kind], small, 1);
        Graph *g = graph_new(scene->arena);
        TranslatorNodes nodes = translator_nodes(g, &t, false);
        ForcedDecoding together = decode_forced(g, &nodes, &sentence_group);
        double loss = 0;
        for (int i = 0; i < SENTENCES; i++) {
            SentencePairs pair = sentence_alone(scene->arena, i);
            ForcedDecoding alone = decode_forced(g, &nodes, &pair);
            loss += (double)alone.loss->value.data[0];
            Translation traced =
                translate(g, &nodes, pair.source, SOURCE_LENGTH, TARGET_LENGTH, pair.target);
            assert_int_equal(traced.length, TARGET_LENGTH);
            for (int w = 0; w < TARGET_LENGTH; w++) {
                int row = w * SENTENCES + i;
                Tensor scores = gather(g, together.readout.scores, &row, 1)->value;
                assert_close(gather(g, alone.readout.scores, &w, 1)->value, scores, 0, "alone");
                assert_close(traced.words[w].readout.scores->value, scores, 0, "traced");
                assert_int_equal(traced.words[w].word, pair.target[w]);
            }
        }
        assert_true(fabs(loss - (double)together.loss->value.data[0]) < 1e-5);
    }
}

static void the_loss_is_the_surprise_of_each_word_after_those_before_it(void **state)
{
    Scene *scene = *state;
    Translator t = translator_random(scene->arena, &translator_kinds[0], small, 2);
    Graph *g = graph_new(scene->arena);
    TranslatorNodes nodes = translator_nodes(g, &t, false);
    SentencePairs pair = {1, 4, 5, (int[]){0, 1, 2, 3}, (int[]){1, 1, 4, 5, 0}, 0.5};
    double loss = 0, found = (double)decode_forced(g, &nodes, &pair).loss->value.data[0];
    Translation words = translate(g, &nodes, pair.source, 4, 5, pair.target);
    for (int i = 0; i < 5; i++)
        loss -= 0.5 * log((double)at(words.words[i].probabilities->value, 0, pair.target[i]));
    assert_true(fabs(loss - found) < 1e-5);
}

static void greedy_translation_goes_on_with_its_own_words(void **state)
{
    Scene *scene = *state;
    for (int kind = 0; kind < translator_kind_count; kind++) {
        Translator t = translator_random(scene->arena, &translator_kinds[kind], small, 3);
        Graph *g = graph_new(scene->arena);
        TranslatorNodes nodes = translator_nodes(g, &t, false);
        Translation own = translate(g, &nodes, (int[]){0, 3, 1}, 3, 7, NULL);
        int words[7];
        for (int i = 0; i < own.length; i++) {
            const TranslatedWord *w = &own.words[i];
            words[i] = w->word;
            for (int j = 0; j < 6; j++)
                assert_true(at(w->probabilities->value, 0, j) <=
                            at(w->probabilities->value, 0, w->word));
            assert_true((w->word == t.end) <= (i == own.length - 1));
        }
        assert_true(own.length == 7 || words[own.length - 1] == t.end);
        Translation again = translate(g, &nodes, (int[]){0, 3, 1}, 3, own.length, words);
        for (int i = 0; i < own.length; i++)
            assert_close(again.words[i].probabilities->value, own.words[i].probabilities->value, 0,
                         t.kind->name);
    }
}

/* The bias alone decides: word 5 is the most probable, always, or the end. */
static void a_translation_stops_at_the_end_or_at_the_longest(void **state)
{
    Scene *scene = *state;
    Translator t = translator_zero(scene->arena, &translator_kinds[0], small);
    Graph *g = graph_new(scene->arena);
    t.tensors[LEARNS_OUTPUT_B].data[5] = 1;
    TranslatorNodes nodes = translator_nodes(g, &t, false);
    Translation long_one = translate(g, &nodes, (int[]){0}, 1, 4, NULL);
    assert_int_equal(long_one.length, 4);
    assert_int_equal(long_one.words[3].word, 5);
    t.end = 5;
    assert_int_equal(translate(g, &nodes, (int[]){0}, 1, 4, NULL).length, 1);
}

/* [h→_T ; h←_1]: all that was read, from both sides. */
static void without_attention_one_context_serves_all_words(void **state)
{
    Scene *scene = *state;
    Translator t = translator_random(scene->arena, translator_kind("fixed"), small, 4);
    Graph *g = graph_new(scene->arena);
    TranslatorNodes nodes = translator_nodes(g, &t, false);
    ForcedDecoding d = decode_forced(g, &nodes, &sentence_group);
    for (int i = 0; i < TARGET_LENGTH; i++) {
        assert_ptr_equal(d.steps[i].context, d.source.summary);
        assert_null(d.steps[i].alignment.weights);
    }
    Node *ends[] = {d.source.encoding.forward[SOURCE_LENGTH - 1].state,
                    d.source.encoding.backward[0].state};
    assert_close(d.source.summary->value, concat(g, ends, 2)->value, 0, "summary");
}

static void who_asks_is_the_old_state_or_the_new_one(void **state)
{
    Scene *scene = *state;
    for (int kind = 0; kind < translator_kind_count; kind++) {
        Translator t = translator_random(scene->arena, &translator_kinds[kind], small, 5);
        Graph *g = graph_new(scene->arena);
        TranslatorNodes nodes = translator_nodes(g, &t, false);
        ForcedDecoding d = decode_forced(g, &nodes, &sentence_group);
        if (!t.kind->attends)
            continue;
        const Node *old = d.steps[1].cell.state, *new = d.steps[2].cell.state;
        assert_ptr_equal(d.steps[2].alignment.query, t.kind->context_first ? old : new);
        assert_ptr_equal(d.steps[2].context, d.steps[2].alignment.context);
    }
}

/* ---- gradients ---- */

static Translator checked;

static Node *loss_of_checked(Graph *g, Node *const *p)
{
    Node *tensors[TRANSLATOR_TENSORS] = {NULL};
    int next = 0;
    for (int i = 0; i < TRANSLATOR_TENSORS; i++)
        if (checked.tensors[i].data)
            tensors[i] = p[next++];
    TranslatorNodes nodes = translator_assembled(&checked, tensors);
    return decode_forced(g, &nodes, &sentence_group).loss;
}

static void every_tensors_gradient_is_the_difference_quotient(void **state)
{
    Scene *scene = *state;
    for (int kind = 0; kind < translator_kind_count; kind++) {
        Tensor values[TRANSLATOR_TENSORS];
        int count = 0;
        checked = translator_random(scene->arena, &translator_kinds[kind], small, 6);
        for (int i = 0; i < TRANSLATOR_TENSORS; i++)
            if (checked.tensors[i].data)
                values[count++] = checked.tensors[i];
        check_gradients(scene, loss_of_checked, values, count);
    }
}

/* ---- tensors ---- */

static void kinds_are_found_by_name_and_tensors_have_names_of_their_own(void **state)
{
    (void)state;
    assert_ptr_equal(translator_kind("bahdanau"), &translator_kinds[0]);
    assert_string_equal(translator_kind("local-p")->source, "Luong et al. 2015");
    assert_null(translator_kind("bahdana"));
    for (int i = 0; i < TRANSLATOR_TENSORS; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(translator_tensor_name(i), translator_tensor_name(k));
}

static void a_seed_draws_the_same_translator_again(void **state)
{
    Scene *scene = *state;
    const TranslatorKind *kind = translator_kind("bahdanau");
    TranslatorSizes sizes = {100, 100, 24, 32, 24, 0};
    Translator a = translator_random(scene->arena, kind, sizes, 1);
    Translator b = translator_random(scene->arena, kind, sizes, 1);
    Translator other = translator_random(scene->arena, kind, sizes, 2);
    assert_int_equal(translator_parameters(&a), 42812);
    double squares = 0;
    Tensor W_o = a.tensors[LEARNS_OUTPUT];
    for (int i = 0; i < TRANSLATOR_TENSORS; i++)
        if (a.tensors[i].data)
            assert_close(a.tensors[i], b.tensors[i], 0, translator_tensor_name(i));
    for (size_t i = 0; i < tensor_size(W_o); i++)
        squares += (double)(W_o.data[i] * W_o.data[i]);
    assert_true(fabs(squares / (double)tensor_size(W_o) * W_o.rows - 1) < 0.05);
    assert_true(W_o.data[0] != other.tensors[LEARNS_OUTPUT].data[0]);
    assert_true(a.tensors[LEARNS_OUTPUT_B].data[3] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_loss_and_gradients_are_those_of_pytorch),
        cmocka_unit_test(a_sentence_among_others_is_decoded_as_alone_and_as_in_a_trace),
        cmocka_unit_test(the_loss_is_the_surprise_of_each_word_after_those_before_it),
        cmocka_unit_test(greedy_translation_goes_on_with_its_own_words),
        cmocka_unit_test(a_translation_stops_at_the_end_or_at_the_longest),
        cmocka_unit_test(without_attention_one_context_serves_all_words),
        cmocka_unit_test(who_asks_is_the_old_state_or_the_new_one),
        cmocka_unit_test(every_tensors_gradient_is_the_difference_quotient),
        cmocka_unit_test(kinds_are_found_by_name_and_tensors_have_names_of_their_own),
        cmocka_unit_test(a_seed_draws_the_same_translator_again),
    };
    return run_scenes(tests);
}
