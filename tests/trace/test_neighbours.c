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
