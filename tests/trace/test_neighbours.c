/* What a list of neighbours shows: of words by themselves, and of a sum of words. */
#include "trace/neighbours.h"

#include "base/utf8.h"
#include "load/weights.h"
#include "support/sample.h"
#include "tensor/vector.h"

#include <math.h>
#include <string.h>

enum { MOST_WORDS = 8 };

static Weights builtin(Scene *scene)
{
    Weights weights;
    if (!builtin_weights(scene->arena, 3, &weights, &scene->error))
        fail_msg("%s", scene->error.message);
    return weights;
}

/* Of the words, which have a sign in front if they are a sum: "+king". */
static const Trace *trace_of_terms(Scene *scene, const Weights *weights, const char *const *words,
                                   int count, bool sums)
{
    static const char *const argv[] = {"attnviz", "neighbours"};
    Term terms[MOST_WORDS];
    const char **unsigned_words = arena_alloc(scene->arena, MOST_WORDS, sizeof(char *));
    Graph *g = graph_new(scene->arena);
    graph_name(g);
    for (int i = 0; i < count; i++) {
        const char *word = unsigned_words[i] = words[i] + sums;
        terms[i] = (Term){lexicon_find(&weights->vocabulary, word), words[i][0] == '-',
                          visible_label(scene->arena, word)};
    }
    (sums ? neighbours_of_sum : neighbours)(scope_of(g), weights, terms, count, 8);
    return trace_neighbours(g, &(NeighboursSubject){.argc = 2,
                                                    .argv = argv,
                                                    .count = count,
                                                    .words = unsigned_words,
                                                    .nearest = 8,
                                                    .weights = weights});
}

static const Trace *trace_of(Scene *scene, const Weights *weights, const char *const *words,
                             int count)
{
    return trace_of_terms(scene, weights, words, count, false);
}

static const Trace *trace_of_sum(Scene *scene, const Weights *weights, const char *const *words,
                                 int count)
{
    return trace_of_terms(scene, weights, words, count, true);
}

static void check_ids(const Trace *trace, const char *const *ids, int count)
{
    assert_int_equal(trace->step_count, count);
    for (int i = 0; i < count; i++)
        assert_string_equal(trace->steps[i].id, ids[i]);
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

static void each_word_has_its_vector_and_its_list(void **state)
{
    Scene *scene = *state;
    Weights weights = builtin(scene);
    static const char *const words[] = {"bat", "king"};
    const Trace *trace = trace_of(scene, &weights, words, 2);
    check_ids(
        trace,
        (const char *[]){"word-1/vector", "word-1/nearest", "word-2/vector", "word-2/nearest"}, 4);
    check_list(step_named(trace, "word-1/nearest"), "bat");
    check_list(step_named(trace, "word-2/nearest"), "king");
    const Step *vector = step_named(trace, "word-2/vector");
    int row = lexicon_find(&weights.vocabulary, "king");
    for (int k = 0; k < 48; k++)
        assert_true(at(vector->node->value, 0, k) == at(weights.embeddings, row, k));
}

static void the_overview_has_the_lists_side_by_side(void **state)
{
    Scene *scene = *state;
    Weights weights = builtin(scene);
    static const char *const words[] = {"bat", "king", "dog", "river", "bank"};
    const Trace *trace = trace_of(scene, &weights, words, 5);
    const Panel *panel = &trace->panels[0];
    assert_string_equal(panel->id, "overview");
    assert_int_equal(panel->rows, 2);
    assert_int_equal(panel->cols, 3);
    for (int i = 0; i < 5; i++) {
        assert_string_equal(panel->titles[i], words[i]);
        assert_string_equal(panel->steps[i]->id,
                            arena_format(scene->arena, "word-%d/nearest", i + 1));
    }
    assert_null(panel->steps[5]);
}

static void a_sum_shows_what_it_is_built_from(void **state)
{
    Scene *scene = *state;
    Weights weights = builtin(scene);
    static const char *const terms[] = {"+king", "-man", "+woman"};
    const Trace *trace = trace_of_sum(scene, &weights, terms, 3);
    check_ids(trace,
              (const char *[]){"word-1/unit", "word-2/unit", "word-3/unit", "sum", "nearest"}, 5);
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
    check_list(step_named(trace, "nearest"), "king − man + woman");
    for (int i = 0; i < 8; i++)
        for (int t = 0; t < 3; t++)
            assert_string_not_equal(trace->steps[4].rows.labels[i], terms[t] + 1);
    assert_string_equal(trace->steps[3].formula,
                        "s = x_{1}/|x_{1}| − x_{2}/|x_{2}| + x_{3}/|x_{3}|");
    assert_string_equal(trace->texts[0].text, "king − man + woman");
    assert_int_equal(trace->texts[0].token_count, 3);
    assert_ptr_equal(trace->panels[0].steps[0], &trace->steps[4]);
}

static void a_word_without_neighbours_shows_its_vector(void **state)
{
    Scene *scene = *state;
    static const char *const keys[] = {"bat", "the"};
    Weights weights = weights_random(scene->arena, keys, 2, 4, 1);
    const Trace *trace = trace_of(scene, &weights, keys, 1);
    check_ids(trace, (const char *[]){"word-1/vector"}, 1);
    assert_ptr_equal(trace->panels[0].steps[0], &trace->steps[0]);
}

static void a_word_less_itself_is_nothing_and_near_nothing(void **state)
{
    Scene *scene = *state;
    Weights weights = builtin(scene);
    const Trace *trace = trace_of_sum(scene, &weights, (const char *[]){"+bat", "-bat"}, 2);
    check_ids(trace, (const char *[]){"word-1/unit", "word-2/unit", "sum"}, 3);
    assert_string_equal(trace->panels[0].steps[0]->id, "sum");
}

static void words_are_made_safe_to_show(void **state)
{
    Scene *scene = *state;
    static const char *const keys[] = {"\033[31m", "bat"};
    Weights weights = weights_random(scene->arena, keys, 2, 4, 1);
    const Trace *trace = trace_of(scene, &weights, keys, 2);
    assert_string_equal(step_named(trace, "word-1/vector")->rows.labels[0], "␛[31m");
    assert_string_equal(step_named(trace, "word-2/nearest")->rows.labels[0], "␛[31m");
    assert_null(strchr(step_named(trace, "word-2/nearest")->note, '\033'));
    assert_string_equal(trace->panels[0].titles[0], "␛[31m");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_word_has_its_vector_and_its_list),
        cmocka_unit_test(the_overview_has_the_lists_side_by_side),
        cmocka_unit_test(a_sum_shows_what_it_is_built_from),
        cmocka_unit_test(a_word_without_neighbours_shows_its_vector),
        cmocka_unit_test(a_word_less_itself_is_nothing_and_near_nothing),
        cmocka_unit_test(words_are_made_safe_to_show),
    };
    return run_scenes(tests);
}
