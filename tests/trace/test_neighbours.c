/* What a list of neighbours shows: of words by themselves, and of a sum of words. */
#include "trace/traces.h"

#include "load/weights.h"
#include "support/sample.h"
#include "support/steps.h"
#include "support/traced.h"

/* Of words of a small vocabulary without learned vectors. */
static const Trace *trace_of_drawn(Scene *scene, const char *const *words, int known, int count)
{
    Weights *weights = arena_alloc(scene->arena, 1, sizeof *weights);
    Term terms[2];
    *weights = weights_random(scene->arena, words, known, 4, 1);
    Graph *g = graph_new(scene->arena);
    graph_name(g);
    for (int i = 0; i < count; i++)
        terms[i] = (Term){.row = i, .word = visible_label(scene->arena, words[i])};
    neighbours(scope_of(g), weights, terms, count, false, 8);
    return traced_graph(g, neighbours_list, weights->embeddings.cols, count, words);
}

/* That a list falls, and has not the word itself. */
static void check_list(const Step *step, const char *to)
{
    Tensor cosine = step->node->value;
    assert_int_equal(step->form, FORM_BARS);
    assert_int_equal(step->kind, VALUE_COSINE);
    assert_int_equal(step->rows.count, 8);
    assert_int_equal(rows_of(step->node), 8);
    for (int i = 0; i < 8; i++) {
        assert_string_not_equal(step->rows.labels[i], to);
        assert_true(!i || at(cosine, i, 0) <= at(cosine, i - 1, 0));
    }
}

TEST(each_word_has_its_vector_and_its_list)
{
    Weights weights;
    Trace *trace = traced(scene, "neighbours bat king");
    check_ids(scene, trace, "word-1/vector word-1/nearest word-2/vector word-2/nearest");
    check_list(step_named(trace, "word-1/nearest"), "bat");
    check_list(step_named(trace, "word-2/nearest"), "king");
    const Step *vector = step_named(trace, "word-2/vector");
    assert_true(weights_of_file(scene->arena, builtin_file(scene->arena, "builtin"), 3, NULL, 0,
                                &weights, &scene->error));
    int row = lexicon_find(&weights.vocabulary, "king");
    for (int k = 0; k < 48; k++)
        assert_true(at(vector->node->value, 0, k) == at(weights.embeddings, row, k));
}

TEST(a_sum_shows_what_it_is_built_from)
{
    static const char *const words[] = {"king", "man", "woman"};
    Trace *trace = traced(scene, "neighbours king --minus man --plus woman");
    check_ids(scene, trace, "word-1/unit word-2/unit word-3/unit sum nearest");
    for (int k = 0; k < 48; k++) {
        double sum = 0;
        for (int i = 0; i < 3; i++)
            sum += (i == 1 ? -1 : 1) * (double)at(trace->steps[i].node->value, 0, k);
        assert_true(fabs(sum - (double)at(trace->steps[3].node->value, 0, k)) < 1e-6);
    }
    for (int i = 0; i < 3; i++) {
        const real *unit = trace->steps[i].node->value.data;
        assert_true(fabs((double)vector_dot(unit, unit, 48) - 1) < 1e-6);
    }
    for (int i = 0; i < 3; i++)
        check_list(step_named(trace, "nearest"), words[i]);
    assert_string_equal(trace->steps[3].formula,
                        "s = x_{1}/|x_{1}| − x_{2}/|x_{2}| + x_{3}/|x_{3}|");
    assert_string_equal(trace->texts[0].text, "king − man + woman");
    assert_int_equal(trace->texts[0].token_count, 3);
    check_places(&trace->panels[0], 1, 1, "nearest");
}

TEST(a_word_without_neighbours_shows_its_vector)
{
    static const char *const words[] = {"bat", "the"};
    const Trace *trace = trace_of_drawn(scene, words, 2, 1);
    assert_int_equal(trace->step_count, 1);
    check_places(&trace->panels[0], 1, 1, "word-1/vector");
}

TEST(words_are_made_safe_to_show)
{
    static const char *const words[] = {"\033[31m", "bat"};
    const Trace *trace = trace_of_drawn(scene, words, 2, 2);
    assert_string_equal(step_named(trace, "word-1/vector")->rows.labels[0], "␛[31m");
    assert_string_equal(step_named(trace, "word-2/nearest")->rows.labels[0], "␛[31m");
    assert_null(strchr(step_named(trace, "word-2/nearest")->note, '\033'));
    assert_string_equal(trace->panels[0].places[0].title, "␛[31m");
}
