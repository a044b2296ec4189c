/* How a sentence is found for a step and filled in: patterns, operations, conditions, words
   measured here or elsewhere, plurals, additions. */
#include "trace/sentences.h"

#include "support/case_list.h"
#include "support/nodes.h"
#include "support/sample.h"
#include "trace/build.h"

static const char *const words[] = {"cat", "dog", "cow"};

/* Two matrices and what is made of them:  a   layer-1/sum   layer-1/head-2/weights   wide */
static Graph *graph_of(Scene *scene)
{
    Graph *g = graph_new(scene->arena);
    graph_name(g);
    Scope s = scope_of(g), layer = within(s, "layer-%d", "", 1);
    Axis rows = label_axis("word", words, 3), cols = label_axis("other", words, 3);
    Node *a = given(s, "a", "A", "A", rows, cols,
                    by_hand(g, 3, 3, (double[]){3, 4, 0, 0, 1, 0, 0, 0, 2}));
    Node *sum = named(layer, "sum", "Sum", add(g, a, a));
    named(within(layer, "head-%d", "", 2), "weights", "Weights", softmax_rows(g, sum));
    named(s, "wide", "Wide", concat(g, (Node *[]){columns(g, a, 0, 1)}, 1));
    return g;
}

static Trace *told(Scene *scene, const char *sentences)
{
    Trace *t = trace_begin(graph_of(scene));
    add_setting(t, "heads", "2", true);
    trace_tell(t, sentences);
    return t;
}

/* A step, what is said of it, and the list by which it is said. */
static void check_said(Scene *scene, const char *const *columns)
{
    assert_string_equal(step_named(told(scene, columns[2]), columns[0])->note, columns[1]);
}

TEST_CASES(the_first_row_that_fits_is_told_with_its_words, "trace/sentences.list", "said",
           check_said)

/* ---- which ---- */

static void check_match(Scene *scene, const char *const *columns)
{
    (void)scene;
    fail_if(id_matches(columns[0], columns[1]) != !strcmp(columns[2], "yes"), "%s, %s", columns[0],
            columns[1]);
}

TEST_CASES(a_star_stands_for_any_text_and_a_bar_between_several, "trace/sentences.list", "matches",
           check_match)

static void check_condition(Scene *scene, const char *const *columns)
{
    Trace *t = told(scene, "");
    Look look = {.trace = t, .step = step_named(t, "a")};
    fail_if(condition_holds(&look, columns[0]) != !strcmp(columns[1], "yes"), "%s", columns[0]);
}

TEST_CASES(a_condition_may_compare_or_say_that_there_is_something, "trace/sentences.list", "holds",
           check_condition)

TEST(what_all_traces_share_is_told_after_a_traces_own)
{
    static const char own[] = "*weights | softmax_rows\n"
                              "    own\n";
    static const char none[] = "";
    const Trace *t = told(scene, own);
    assert_int_equal(strncmp(step_named(t, "layer-1/head-2/weights")->note, "own ", 4), 0);
    assert_has(step_named(told(scene, none), "layer-1/head-2/weights")->note, "on average");
}

TEST(additions_follow_whatever_was_told)
{
    static const char sentences[] = "a | leaf\n"
                                    "    + First of all.\n"
                                    "a | leaf\n"
                                    "    Told.\n"
                                    "a | leaf | rows=1\n"
                                    "    + Not this.\n"
                                    "* | leaf\n"
                                    "    + And this.\n";
    const char *note = step_named(told(scene, sentences), "a")->note;
    assert_has(note, "Told.");
    assert_has(note, "And this.");
    assert_lacks(note, "Not this.");
}

/* ---- words ---- */

TEST(numbers_of_places_have_no_quotes)
{
    static const char sentences[] = "* | *\n"
                                    "    {first} and {last}\n";
    Graph *g = graph_of(scene);
    Node *a = name_find(g, "a")->node;
    named(scope_of(g), "places", "Places", relu(g, a));
    with_axes(scope_of(g), a, (Axis){0}, (Axis){0});
    with_axes(scope_of(g), g->nodes[g->count - 1], number_axis(g, "position", 0, 3), (Axis){0});
    Trace *t = trace_begin(g);
    trace_tell(t, sentences);
    assert_string_equal(step_named(t, "places")->note, "0 and 2");
    assert_string_equal(step_named(t, "a")->note, "“cat” and “cow”");
}

static void check_wrong(Scene *scene, const char *const *columns)
{
    assert_aborts(told(scene, columns[0]));
}

TEST_CASES(what_there_is_not_is_a_bug, "trace/sentences.list", "there is not", check_wrong)

/* ---- what is measured ---- */

TEST(what_a_sentence_measures_is_a_node_behind_the_step)
{
    static const char sentences[] = "a | leaf\n"
                                    "    {deviation} and {deviation} again; {first-length}\n"
                                    "*sum | add\n"
                                    "    {deviation@/a}\n";
    Trace *t = told(scene, sentences);
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
    assert_has(step_named(t, "a")->note, "; 5.00");
    assert_string_equal(trace_any_step(t, "a/lengths")->rows.labels[1], "dog");
}

/* ---- how lists are read ---- */

TEST(a_list_has_rows_phrases_and_comments)
{
    static const char *const lists[] = {
        "# one.list\n"
        "\n"
        "= minor bars: *d|e\n"
        "= behind: f | one\n"
        "\n"
        "{many} | rows>1\n"
        "    two {rows}\n"
        "    {is|are:rows} said\n"
        "\n"
        "a|b | add|leaf | one !two\n"
        "    So {many}.\n",
        "# two.list\n*c | leaf\n    + {The|These:rows} end", /* without a line feed */
    };
    static const Note expected[] = {
        {"*d|e", "*", "", "minor bars", NOTE_VIEW, NULL},
        {"f", "*", "one", "behind", NOTE_VIEW, NULL},
        {"{many}", "", "rows>1", "two {rows} {is|are:rows} said", NOTE_TOLD, NULL},
        {"a|b", "add|leaf", "one !two", "So {many}.", NOTE_TOLD, NULL},
        {"*c", "leaf", "", "{The|These:rows} end", NOTE_ADDED, NULL},
    };
    enum { ROWS = sizeof expected / sizeof *expected };
    const Note *notes = notes_read(((Scene *)scene)->arena, lists, 2);
    for (int i = 0; i < ROWS; i++) {
        assert_string_equal(notes[i].where, expected[i].where);
        assert_string_equal(notes[i].op, expected[i].op);
        assert_string_equal(notes[i].when, expected[i].when);
        assert_string_equal(notes[i].text, expected[i].text);
        assert_int_equal(notes[i].kind, expected[i].kind);
    }
    assert_ptr_equal(notes[ROWS - 1].row, strchr(lists[1], '*'));
    assert_null(notes[ROWS].where);
}

TEST(the_provenance_is_a_phrase)
{
    static const char sentences[] = "{provenance} | heads@/=3\n    not this\n"
                                    "{provenance} | heads@/=2 has@layer-1/sum\n"
                                    "    d_{model} = {rows@a}, x^{2}, {heads} heads\n";
    assert_string_equal(told(scene, sentences)->provenance, "d_{model} = 3, x^{2}, 2 heads");
    assert_null(told(scene, "")->provenance);
}

TEST_CASES(a_list_that_cannot_be_read_is_a_bug, "trace/sentences.list", "unreadable", check_wrong)
