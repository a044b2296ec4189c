/* How a sentence is found for a step and filled in: patterns, operations, conditions, words
   measured here or elsewhere, plurals, additions. */
#include "trace/sentences.h"

#include "graph/ops.h"
#include "support/sample.h"
#include "trace/build.h"

#include <string.h>

static const char *const words[] = {"cat", "dog", "cow"};

static Node *numbers(Graph *g, int rows, int cols, const double *values)
{
    Tensor t = tensor_new(g->arena, rows, cols);
    for (int i = 0; i < rows * cols; i++)
        t.data[i] = (real)values[i];
    return constant(g, t, "by hand");
}

/* Two matrices and what is made of them:  a   layer-1/sum   layer-1/head-2/weights   wide */
static Graph *graph_of(Scene *scene)
{
    Graph *g = graph_new(scene->arena);
    graph_name(g);
    Scope s = scope_of(g), layer = within(s, "layer-%d", "", 1);
    Axis rows = label_axis("word", words, 3), cols = label_axis("other", words, 3);
    Node *a = given(s, "a", "A", "A", rows, cols,
                    numbers(g, 3, 3, (double[]){3, 4, 0, 0, 1, 0, 0, 0, 2}));
    Node *sum = named(layer, "sum", "Sum", add(g, a, a));
    named(within(layer, "head-%d", "", 2), "weights", "Weights", softmax_rows(g, sum));
    named(s, "wide", "Wide", concat(g, (Node *[]){columns(g, a, 0, 1)}, 1));
    return g;
}

static Trace *told(Scene *scene, const Note *sentences)
{
    Trace *t = trace_begin(graph_of(scene));
    add_setting(t, "heads", "2", true);
    trace_tell(t, NULL, sentences);
    return t;
}

/* What is said of one step by a table of one or more rows. */
static void assert_said(Scene *scene, const char *id, const char *expected, const Note *sentences)
{
    assert_string_equal(step_named(told(scene, sentences), id)->note, expected);
}

/* ---- which ---- */

static void a_star_stands_for_any_text_and_a_bar_between_several(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *id;
        bool matches;
    } rows[] = {
        {"scores", "scores", true},
        {"scores", "head-1/scores", false},
        {"scores", "score", false},
        {"*scores", "head-1/scores", true},
        {"*scores", "scores", true},
        {"*/scores", "scores", false},
        {"head-*/Q", "head-12/Q", true},
        {"head-*/Q", "head-12/QK", false},
        {"*a*b*", "xxaxxbxx", true},
        {"*a*b*", "xxbxxaxx", false},
        {"*Q|*K", "head-1/K", true},
        {"*Q|*K", "head-1/V", false},
        {"Q|K|V", "V", true},
        {"Q|K|V", "K|V", false},
        {"raw/*|W_O", "W_O", true},
        {"*", "", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(id_matches(rows[i].pattern, rows[i].id), rows[i].matches);
}

static void the_first_row_that_fits_is_told(void **state)
{
    static const Note sentences[] = {
        {"b", NULL, NULL, "no such step"},
        {"*sum", "subtract", "", "another operation"},
        {"*sum", "add", "one-row", "a condition that does not hold"},
        {"*sum", "add", "!one-row !one-cell", "this"},
        {"*sum", NULL, NULL, "too late"},
        {0},
    };
    assert_said(*state, "layer-1/sum", "this", sentences);
    assert_said(*state, "a", "", sentences);
}

static void a_condition_may_be_of_another_step_or_that_there_is_one(void **state)
{
    static const Note sentences[] = {
        {"*sum", "add", "!has@head-2/weights", "no weights"},
        {"*sum", "add", "one-row@nowhere", "of no step"},
        {"*sum", "add", "has@/a !one-row@/a !has@nowhere", "this"},
        {0},
    };
    assert_said(*state, "layer-1/sum", "this", sentences);
}

static void what_all_traces_share_is_told_after_a_traces_own(void **state)
{
    static const Note own[] = {{"*weights", "softmax_rows", "", "own"}, {0}};
    static const Note none[] = {{0}};
    Scene *scene = *state;
    assert_said(scene, "layer-1/head-2/weights", "own", own);
    assert_non_null(
        strstr(step_named(told(scene, none), "layer-1/head-2/weights")->note, "on average"));
}

static void additions_follow_whatever_was_told(void **state)
{
    static const Note sentences[] = {
        {"a", "leaf", "", "+First of all."},
        {"a", "leaf", "", "Told."},
        {"a", "leaf", "one-row", "+Not this."},
        {"*", "leaf", "", "+And this."},
        {0},
    };
    Scene *scene = *state;
    const char *note = step_named(told(scene, sentences), "a")->note;
    assert_non_null(strstr(note, "Told."));
    assert_non_null(strstr(note, "And this."));
    assert_null(strstr(note, "Not this."));
}

/* ---- words ---- */

static void words_are_measured_here_there_and_among_the_settings(void **state)
{
    static const Note sentences[] = {
        {"a", "leaf", "", "{rows} × {cols}, {largest-size} at {largest-size-row}, {heads} heads."},
        {"*sum", "add", "", "{largest-size}, of A {largest-size@/a}, of it {largest-size@../a}."},
        {"*weights", "softmax_rows", "", "{largest-size@../sum} and {rows@/a}; {heads@/}."},
        {"wide", "concat", "", "{last@a} and {last@layer-1/head-2/weights}."},
        {0},
    };
    Scene *scene = *state;
    assert_said(scene, "a", "3 × 3, 4.00 at “cat”, 2 heads.", sentences);
    assert_said(scene, "layer-1/sum", "8.00, of A 4.00, of it 4.00.", sentences);
    assert_said(scene, "layer-1/head-2/weights", "8.00 and 3; 2.", sentences);
    assert_said(scene, "wide", "“cow” and “cow”.", sentences);
}

static void one_is_said_otherwise_than_many(void **state)
{
    static const Note sentences[] = {
        {"a", NULL, "", "{rows} {row is|rows are:rows} here"},
        {"wide", NULL, "", "{cols} {column is|columns are:cols} here, {rows@a} {row|rows:rows@a}"},
        {0},
    };
    Scene *scene = *state;
    assert_said(scene, "a", "3 rows are here", sentences);
    assert_said(scene, "wide", "1 column is here, 3 rows", sentences);
}

static void numbers_of_places_have_no_quotes(void **state)
{
    static const Note sentences[] = {{"*", NULL, "", "{first} and {last}"}, {0}};
    Scene *scene = *state;
    Graph *g = graph_of(scene);
    Node *a = name_find(g, "a")->node;
    named(scope_of(g), "places", "Places", relu(g, a));
    with_axes(scope_of(g), a, (Axis){0}, (Axis){0});
    with_axes(scope_of(g), g->nodes[g->count - 1], number_axis(g, "position", 0, 3), (Axis){0});
    Trace *t = trace_begin(g);
    trace_tell(t, NULL, sentences);
    assert_string_equal(step_named(t, "places")->note, "0 and 2");
    assert_string_equal(step_named(t, "a")->note, "“cat” and “cow”");
}

static int say_what_there_is_not(Scene *scene)
{
    static const Note sentences[] = {{"a", NULL, "", "{flurble}"}, {0}};
    told(scene, sentences);
    return 0;
}

static int ask_what_there_is_not(Scene *scene)
{
    static const Note sentences[] = {{"a", NULL, "flurble", "never"}, {0}};
    told(scene, sentences);
    return 0;
}

static int measure_nowhere(Scene *scene)
{
    static const Note sentences[] = {{"a", NULL, "", "{rows@nowhere}"}, {0}};
    told(scene, sentences);
    return 0;
}

static void a_word_a_condition_and_a_step_that_there_is_not_are_bugs(void **state)
{
    check_aborts(say_what_there_is_not, *state);
    check_aborts(ask_what_there_is_not, *state);
    check_aborts(measure_nowhere, *state);
}

/* ---- what is measured ---- */

static void what_a_sentence_measures_is_a_node_behind_the_step(void **state)
{
    static const Note sentences[] = {
        {"a", "leaf", "", "{deviation} and {deviation} again; {first-length}"},
        {"*sum", "add", "", "{deviation@/a}"},
        {0},
    };
    Trace *t = told(*state, sentences);
    const Step *deviation = trace_any_step(t, "a/deviation");
    assert_null(trace_step(t, "a/deviation"));
    assert_non_null(deviation);
    assert_string_equal(deviation->node->op->name, "deviation");
    assert_ptr_equal(deviation->node->inputs[0], step_named(t, "a")->node);
    assert_ptr_equal(trace_step_of(t, deviation->node), deviation);
    int made = 0;
    for (int i = 0; i < t->graph->count; i++)
        made += !strcmp(t->graph->nodes[i]->op->name, "deviation");
    assert_int_equal(made, 1);
    assert_non_null(strstr(step_named(t, "a")->note, "; 5.00"));
    assert_string_equal(trace_any_step(t, "a/lengths")->rows.labels[1], "dog");
}

/* ---- the tables ---- */

/* Every row that all traces share says where, and a sentence. */
static void shared_rows_are_whole(void **state)
{
    (void)state;
    for (const Note *row = shared_sentences; row->where; row++) {
        assert_true(*row->where && row->text && *row->text);
        int depth = 0;
        for (const char *c = row->text; *c; c++) {
            depth += (*c == '{') - (*c == '}');
            assert_in_range(depth, 0, 1);
        }
        assert_int_equal(depth, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_star_stands_for_any_text_and_a_bar_between_several),
        cmocka_unit_test(the_first_row_that_fits_is_told),
        cmocka_unit_test(a_condition_may_be_of_another_step_or_that_there_is_one),
        cmocka_unit_test(what_all_traces_share_is_told_after_a_traces_own),
        cmocka_unit_test(additions_follow_whatever_was_told),
        cmocka_unit_test(words_are_measured_here_there_and_among_the_settings),
        cmocka_unit_test(one_is_said_otherwise_than_many),
        cmocka_unit_test(numbers_of_places_have_no_quotes),
        cmocka_unit_test(a_word_a_condition_and_a_step_that_there_is_not_are_bugs),
        cmocka_unit_test(what_a_sentence_measures_is_a_node_behind_the_step),
        cmocka_unit_test(shared_rows_are_whole),
    };
    return run_scenes(tests);
}
