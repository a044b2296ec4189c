/* Translators on sentences whose translations are known, because they are their own; and what is
   told of them. */
#include "trace/traces.h"

#include "graph/ops.h"
#include "model/translator.h"
#include "support/sample.h"
#include "support/steps.h"

#include <math.h>
#include <string.h>

enum { WORDS = 6, END = 2, LONGEST = 9 };

static const int source[] = {3, 0, 5, 3, 1, 4, 0};

static Model random_translator(Scene *scene, const char *kind, uint64_t seed)
{
    TranslatorSizes sizes = {
        .source_words = WORDS, .target_words = WORDS, .embedding = 4, .hidden = 5, .alignment = 3};
    Model t = model_random(scene->arena, model_kind(kind), &sizes, seed);
    t.end = END;
    return t;
}

/* A sentence of so many words with what the translator itself makes of it. */
static SentencePairs own_translation(Scene *scene, const Model *translator, int length)
{
    int *target = arena_alloc(scene->arena, LONGEST, sizeof *target);
    TranslationTask task = {.source = source, .source_length = length, .target_length = LONGEST};
    int words = model_words(translator, &task, target);
    return (SentencePairs){1, length, words, source, target, 1};
}

/* The same, wrong in its last word. */
static SentencePairs spoilt(Scene *scene, SentencePairs s)
{
    int *target = arena_alloc(scene->arena, LONGEST, sizeof *target);
    memcpy(target, s.target, (size_t)s.target_length * sizeof *target);
    target[s.target_length - 1] = (target[s.target_length - 1] + 1) % WORDS;
    s.target = target;
    return s;
}

static const char *const names[] = {"with attention", "fixed vector"};

/* What was measured, and the graph that names it. */
typedef struct Measured {
    Graph *g;
    Bottleneck b;
} Measured;

/* By two sorts of so many seeds, that learned from sentences of so many words. */
static Measured measure_seeds(Scene *scene, const Model *const *translators, int seeds, int longest,
                              const SentencePairs *sentences, int count)
{
    Measured m = {.g = graph_new(scene->arena)};
    Translators by = {2, seeds, names, translators, longest};
    graph_name(m.g);
    m.b = bottleneck(scope_of(m.g), &by, sentences, count);
    return m;
}

static Measured measure(Scene *scene, const Model *const *translators,
                        const SentencePairs *sentences, int count)
{
    return measure_seeds(scene, translators, 1, 0, sentences, count);
}

static Tensor made(const Measured *m, const char *id)
{
    return name_find(m->g, id)->node->value;
}

/* Of length 5 three sentences, two of them right; of length 2 one, right; of length 7 one, wrong.
   A second translator is asked beside it. */
static Measured example(Scene *scene)
{
    Model *both = arena_alloc(scene->arena, 2, sizeof *both);
    const Model **translators = arena_alloc(scene->arena, 2, sizeof *translators);
    both[0] = random_translator(scene, "bahdanau", 1);
    both[1] = random_translator(scene, "fixed", 2);
    translators[0] = &both[0];
    translators[1] = &both[1];
    SentencePairs five = own_translation(scene, &both[0], 5);
    SentencePairs sentences[] = {five, spoilt(scene, own_translation(scene, &both[0], 7)), five,
                                 own_translation(scene, &both[0], 2), spoilt(scene, five)};
    return measure(scene, translators, sentences, 5);
}

static Trace *trace_of(const Measured *m)
{
    int all = 0;
    for (int i = 0; i < m->b.length_count; i++)
        all += m->b.sentences[i];
    Trace *t = trace_begin(m->g);
    add_number_setting(t, "sentences", all);
    add_setting(t, "source", "sentences made up", false);
    add_setting(t, "weights", "random, not learned", false);
    add_setting(t, "learned from", "sentences of 3 words", false);
    add_setting(t, "recipe", "no steps", false);
    add_number_setting(t, "seeds", m->b.seeds);
    if (m->b.longest)
        add_number_setting(t, "longest", m->b.longest);
    tell_bottleneck(t, &m->b);
    add_panels(t);
    return t;
}

TEST(sentences_are_counted_by_length)
{
    static const int lengths[] = {2, 5, 7}, counts[] = {1, 3, 1}, right[] = {1, 2, 0};
    Measured m = example(scene);
    assert_int_equal(m.b.length_count, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(m.b.lengths[i], lengths[i]);
        assert_int_equal(m.b.sentences[i], counts[i]);
        assert_true(at(made(&m, "right"), i, 0) == (real)right[i]);
        assert_true(at(made(&m, "right"), i, 2) == (real)counts[i]);
        double share = (double)at(made(&m, "accuracy"), i, 0) - (double)right[i] / counts[i];
        assert_true(share < 1e-6 && share > -1e-6);
    }
}

TEST(each_translator_is_asked_for_itself)
{
    Model one = random_translator(scene, "bahdanau", 1);
    Model other = random_translator(scene, "bahdanau", 3);
    SentencePairs s = own_translation(scene, &one, 6), o = own_translation(scene, &other, 6);
    assert_true(s.target_length != o.target_length ||
                memcmp(s.target, o.target, (size_t)s.target_length * sizeof *s.target) != 0);
    const Model *const translators[] = {&one, &other};
    Measured m = measure(scene, translators, &s, 1);
    assert_true(at(made(&m, "right"), 0, 0) == 1 && at(made(&m, "right"), 0, 1) == 0);
}

TEST(the_curves_and_sentences_are_those_of_the_counts)
{
    Measured m = example(scene);
    const Trace *trace = trace_of(&m);
    const Step *right = step_named(trace, "right"), *accuracy = step_named(trace, "accuracy");
    assert_int_equal(right->kind, VALUE_COUNT);
    assert_string_equal(right->cols.labels[2], "of");
    assert_int_equal(accuracy->form, FORM_CURVES);
    assert_true(step_row_number(accuracy, 2) == 7 && !accuracy->curves->log_y);
    assert_string_equal(accuracy->rows.labels[1], "5");
    assert_string_equal(
        trace->provenance,
        "5 sentences made up, weights random, not learned, from sentences of 3 words, 1 seed; no "
        "steps");
    assert_string_equal(trace->panels[0].places[0].step->id, "accuracy");
    assert_non_null(trace_any_step(trace, "share-of-one"));
    assert_null(trace_step(trace, "share-of-one"));
}

/* Of as many lengths as there are first ones. */
static void check_accuracy(Scene *scene, int lengths, const double *shares, const char *note)
{
    Measured m = example(scene);
    Graph *g = graph_new(scene->arena);
    graph_name(g);
    Tensor accuracy = tensor_new(scene->arena, lengths, 2);
    for (int i = 0; i < 2 * lengths; i++)
        accuracy.data[i] = (real)shares[i];
    const Writing *w = name_find(m.g, "accuracy")->writing;
    Axis rows = w->rows;
    rows.count = lengths;
    Node *right = name_find(m.g, "right")->node;
    given(scope_of(g), "right", "right", "R", w->rows, name_find(m.g, "right")->writing->cols,
          constant(g, right->value, "test"));
    Tensor ones = tensor_new(scene->arena, 1, lengths);
    for (int i = 0; i < lengths; i++)
        ones.data[i] = 1;
    Node *told = weigh_rows(g, constant(g, accuracy, "test"), constant(g, ones, "test"));
    with_axes(scope_of(g), named(scope_of(g), "accuracy", "accuracy", told), rows, w->cols);
    m.b.length_count = lengths;
    m.g = g;
    check_note(trace_of(&m), "accuracy", note);
}

TEST(the_sentence_is_of_the_length_that_tells_them_apart)
{
    check_accuracy(
        scene, 3, (double[]){1, .5, .75, 0, 0, .75},
        "Farthest apart at 5 words (3 sentences): with attention 0.75, fixed vector 0.00.");
    check_accuracy(
        scene, 3, (double[]){1, 1, 1, .5, 0, 1},
        "Farthest apart at 7 words (1 sentence): with attention 0.00, fixed vector 1.00.");
    check_accuracy(scene, 3, (double[]){1, 1, .5, .5, 0, 0},
                   "At each length all are equally often right.");
    check_accuracy(scene, 1, (double[]){1, 1},
                   "Right at 2 words (1 sentence): with attention 1.00, fixed vector 1.00.");
}

/* tests/trace/reference/bottleneck.py counts them anew. */
TEST(seeds_are_a_band_and_lengths_beyond_are_told_apart)
{
    static const struct {
        const char *id;
        int count;
        double numbers[6]; /* row after row */
    } expected[] = {
        {"accuracy", 6, {0.5, 0, 1.0 / 3, 1.0 / 6, 0, 0.5}},
        {"accuracy/least", 6, {0.5, 0, 0, 0, 0, 0}},
        {"accuracy/most", 6, {0.5, 0, 2.0 / 3, 1.0 / 3, 0, 1}},
        {"ranges", 4, {0.4, 0.1, 0, 0.5}},
        {"ranges/least", 4, {0.2, 0, 0, 0}},
        {"ranges/most", 4, {0.6, 0.2, 0, 1}},
    };
    Model m[4]; /* two seeds with attention, two without */
    const Model *by[4];
    for (int i = 0; i < 4; i++) {
        m[i] = random_translator(scene, i < 2 ? "bahdanau" : "fixed", (uint64_t)i + 1);
        by[i] = &m[i];
    }
    SentencePairs sentences[] = {
        own_translation(scene, &m[0], 2), own_translation(scene, &m[1], 2),
        own_translation(scene, &m[0], 5), own_translation(scene, &m[0], 5),
        own_translation(scene, &m[2], 5), own_translation(scene, &m[3], 7),
    };
    Measured measured = measure_seeds(scene, by, 2, 5, sentences, 6);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        Tensor t = made(&measured, expected[i].id);
        assert_int_equal(tensor_size(t), expected[i].count);
        for (int k = 0; k < expected[i].count; k++)
            if (fabs((double)t.data[k] - expected[i].numbers[k]) > 1e-6)
                fail_msg("%s: number %d is %g, not %g", expected[i].id, k, (double)t.data[k],
                         expected[i].numbers[k]);
    }
    Trace *trace = trace_of(&measured);
    check_ids(scene, trace,
              "right accuracy accuracy/least accuracy/most ranges ranges/least ranges/most");
    check_note(trace, "right",
               "Right, of all 12 translations (2 of each sentence): 4 (with attention), 2 "
               "(fixed vector).");
    check_note(trace, "ranges",
               "Of the lengths learned from, up to 5 words: with attention 0.40 (0.20 to 0.60), "
               "fixed vector 0.10 (0.00 to 0.20). Beyond: with attention 0.00 (0.00 to 0.00), "
               "fixed vector 0.50 (0.00 to 1.00).");
    check_note(trace, "accuracy",
               "At 5 words, the longest learned from: with attention 0.33 (0.00 to 0.67), fixed "
               "vector 0.17 (0.00 to 0.33).");
    const Curves *curves = step_named(trace, "accuracy")->curves;
    assert_true(curves->mark == 5 && curves->mark_name && curves->least && curves->most);
}
