/* Translators on sentences whose translations are known, because they are their own; and what is
   told of them. */
#include "trace/bottleneck.h"

#include "support/sample.h"

#include <string.h>

enum { WORDS = 6, END = 2, LONGEST = 9 };

static const int source[] = {3, 0, 5, 3, 1, 4, 0};

static Translator random_translator(Scene *scene, const char *kind, uint64_t seed)
{
    TranslatorSizes sizes = {
        .source_words = WORDS, .target_words = WORDS, .embedding = 4, .hidden = 5, .alignment = 3};
    Translator t = translator_random(scene->arena, translator_kind(kind), sizes, seed);
    t.end = END;
    return t;
}

/* A sentence of so many words with what the translator itself makes of it. */
static TestSentence own_translation(Scene *scene, const Translator *translator, int length)
{
    Graph *g = graph_new(scene->arena);
    TranslatorNodes nodes = translator_nodes(g, translator, false);
    Translation t = translate(g, &nodes, source, length, LONGEST, NULL);
    int *target = arena_alloc(scene->arena, LONGEST, sizeof *target);
    for (int i = 0; i < t.length; i++)
        target[i] = t.words[i].word;
    return (TestSentence){source, target, length, t.length};
}

/* The same, wrong in its last word. */
static TestSentence spoilt(Scene *scene, TestSentence s)
{
    int *target = arena_alloc(scene->arena, LONGEST, sizeof *target);
    memcpy(target, s.target, (size_t)s.target_length * sizeof *target);
    target[s.target_length - 1] = (target[s.target_length - 1] + 1) % WORDS;
    s.target = target;
    return s;
}

/* Of length 5 three sentences, two of them right; of length 2 one, right; of length 7 one, wrong.
   A second translator is asked beside it. */
static Bottleneck example(Scene *scene)
{
    Translator *both = arena_alloc(scene->arena, 2, sizeof *both);
    const Translator **translators = arena_alloc(scene->arena, 2, sizeof *translators);
    both[0] = random_translator(scene, translator_kinds[0].name, 1);
    both[1] = random_translator(scene, translator_kinds[translator_kind_count - 1].name, 2);
    translators[0] = &both[0];
    translators[1] = &both[1];
    TestSentence five = own_translation(scene, &both[0], 5);
    TestSentence sentences[] = {five, spoilt(scene, own_translation(scene, &both[0], 7)), five,
                                own_translation(scene, &both[0], 2), spoilt(scene, five)};
    return bottleneck(graph_new(scene->arena), translators, 2, sentences, 5);
}

static void sentences_are_counted_by_length(void **state)
{
    static const int lengths[] = {2, 5, 7}, counts[] = {1, 3, 1}, right[] = {1, 2, 0};
    Bottleneck b = example(*state);
    assert_int_equal(b.length_count, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(b.lengths[i], lengths[i]);
        assert_int_equal(b.sentences[i], counts[i]);
        assert_true(at(b.right->value, i, 0) == (real)right[i]);
        assert_true(at(b.counts->value, i, 0) == (real)right[i]);
        assert_true(at(b.counts->value, i, 2) == (real)counts[i]);
        double share = (double)at(b.accuracy->value, i, 0) - (double)right[i] / counts[i];
        assert_true(share < 1e-6 && share > -1e-6);
    }
}

static void each_translator_is_asked_for_itself(void **state)
{
    Scene *scene = *state;
    Translator one = random_translator(scene, translator_kinds[0].name, 1);
    Translator other = random_translator(scene, translator_kinds[0].name, 3);
    TestSentence s = own_translation(scene, &one, 6), o = own_translation(scene, &other, 6);
    assert_true(s.target_length != o.target_length ||
                memcmp(s.target, o.target, (size_t)s.target_length * sizeof *s.target) != 0);
    const Translator *const translators[] = {&one, &other};
    Bottleneck b = bottleneck(graph_new(scene->arena), translators, 2, &s, 1);
    assert_true(at(b.right->value, 0, 0) == 1 && at(b.right->value, 0, 1) == 0);
}

static void the_curves_and_sentences_are_those_of_the_counts(void **state)
{
    static const char *const names[] = {"with attention", "fixed vector"};
    Scene *scene = *state;
    Bottleneck *b = arena_alloc(scene->arena, 1, sizeof *b);
    *b = example(scene);
    BottleneckSubject subject = {
        .sentences = "sentences made up", .learned = "sentences of 3 words", .translators = names};
    const Trace *trace = narrate_bottleneck(scene->arena, b, &subject);
    const Step *right = step_named(trace, "right"), *accuracy = step_named(trace, "accuracy");
    int others = 0;
    for (int i = 0; i < 3; i++)
        others += (int)at(b->right->value, i, 1);
    assert_string_equal(right->note,
                        arena_format(scene->arena,
                                     "Right of all 5 sentences: with attention 3, fixed vector %d.",
                                     others));
    assert_int_equal(right->kind, VALUE_COUNT);
    assert_string_equal(right->cols.labels[2], "of");
    assert_int_equal(accuracy->form, FORM_CURVES);
    assert_true(accuracy->curves->x[2] == 7 && !accuracy->curves->log_y);
    assert_string_equal(accuracy->rows.labels[1], "5");
    assert_string_equal(
        trace->provenance,
        "5 sentences made up, weights random, not learned, from sentences of 3 words");
    assert_string_equal(trace->panels[0].steps[0]->id, "accuracy");
    assert_string_equal(trace_step_of(trace, b->share)->id, "share-of-one");
}

static void check_note(Scene *scene, Bottleneck b, const double *shares, const char *note)
{
    static const char *const names[] = {"with attention", "fixed vector"};
    BottleneckSubject subject = {.sentences = "", .learned = "", .translators = names};
    for (int i = 0; i < 2 * b.length_count; i++)
        b.accuracy->value.data[i] = (real)shares[i];
    assert_string_equal(
        step_named(narrate_bottleneck(scene->arena, &b, &subject), "accuracy")->note, note);
}

static void the_sentence_is_of_the_length_that_tells_them_apart(void **state)
{
    Bottleneck b = example(*state);
    check_note(*state, b, (double[]){1, .5, .75, 0, 0, .75},
               "Farthest apart at 5 words (3 sentences): with attention 0.75, fixed vector 0.00.");
    check_note(*state, b, (double[]){1, 1, 1, .5, 0, 1},
               "Farthest apart at 7 words (1 sentence): with attention 0.00, fixed vector 1.00.");
    check_note(*state, b, (double[]){1, 1, .5, .5, 0, 0}, "At each length all are right alike.");
    b.length_count = 1;
    check_note(*state, b, (double[]){1, 1},
               "Right at 2 words (1 sentence): with attention 1.00, fixed vector 1.00.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences_are_counted_by_length),
        cmocka_unit_test(each_translator_is_asked_for_itself),
        cmocka_unit_test(the_sentence_is_of_the_length_that_tells_them_apart),
        cmocka_unit_test(the_curves_and_sentences_are_those_of_the_counts),
    };
    return run_scenes(tests);
}
