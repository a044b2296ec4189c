/* A trace from a graph whose nodes have names: which steps are shown, and what leads from one to
   the next in a picture. */
#include "trace/sentences.h"

#include "support/sample.h"
#include "support/steps.h"

static Node *matrix(Scope s, const char *id, const char *symbol, int rows, int cols)
{
    Graph *g = s.graph;
    return given(s, id, id, symbol, feature_axis(g, rows), feature_axis(g, cols),
                 constant(g, tensor_new(g->arena, rows, cols), "zeros"));
}

/* X   W   Q   scores   scaled   mask   masked   weights   output, without numbers */
static Graph *graph_of(Scene *scene)
{
    Graph *g = graph_new(scene->arena);
    graph_name(g);
    Scope s = scope_of(g);
    Node *X = matrix(s, "X", "X", 3, 4), *W = matrix(s, "W", "W_Q", 4, 4);
    Node *Q = defined(s, "Q", "Queries", "Q", matmul(g, X, W));
    Node *scores = named(s, "scores", "Scores", matmul_transposed(g, Q, X));
    Node *scaled = named(s, "scaled", "Scaled", divide_by_root(g, scores, 4));
    Axis axis = feature_axis(g, 3);
    Node *mask =
        given_mask(s, "mask", "Mask", axis, axis, constant(g, tensor_new(g->arena, 3, 3), "zeros"));
    Node *masked = defined(s, "masked", "Masked", "s", add(g, scaled, mask));
    Node *weights = named(s, "weights", "Weights", softmax_rows(g, masked));
    named(s, "output", "Output", matmul(g, weights, X));
    return g;
}

static Trace *told(Scene *scene, const char *views)
{
    static const char sentences[] = "scaled | *\n    All scaled.\n* | *\n    Zeros.\n";
    Trace *t = trace_begin(graph_of(scene));
    add_setting(t, "heads", "2", true);
    trace_tell(t, arena_format(scene->arena, "%s%s", views, sentences));
    return t;
}

TEST(every_name_is_a_step_in_the_order_they_were_given)
{
    Trace *t = told(scene, "");
    check_ids(scene, t, "X W Q scores scaled mask masked weights output");
    const Step *weights = step_named(t, "weights");
    assert_string_equal(weights->title, "Weights");
    assert_string_equal(weights->formula, "softmax(s)");
    assert_string_equal(weights->note, "Zeros.");
    assert_int_equal(weights->kind, VALUE_PROBABILITY);
    assert_ptr_equal(weights->mask, step_named(t, "mask")->node);
    assert_string_equal(step_named(t, "masked")->formula, "s = QXᵀ/√d + M");
}

TEST(the_first_view_that_matches_says_how_a_step_is_shown)
{
    static const char views[] = "= behind: W|mask\n"
                                "= shown: X | heads@/=2 has@mask\n"
                                "= bars: weights | !has@nothing\n"
                                "= detail curves (size; bits): sca*\n"
                                "= behind: masked | heads@/=3\n"
                                "= minor: mask*\n"
                                "= behind: s*|X\n";
    Trace *t = told(scene, views);
    assert_int_equal(t->step_count, 6);
    assert_null(trace_step(t, "W"));
    assert_string_equal(trace_any_step(t, "W")->formula, "W_Q");
    assert_null(trace_step(t, "scores"));
    assert_ptr_equal(trace_step_of(t, trace_any_step(t, "W")->node), trace_any_step(t, "W"));
    assert_int_equal(step_named(t, "weights")->form, FORM_BARS);
    assert_int_equal(step_named(t, "weights")->detail, false);
    assert_true(step_named(t, "scaled")->detail);
    assert_int_equal(step_named(t, "scaled")->form, FORM_CURVES);
    assert_int_equal(step_named(t, "masked")->form, FORM_CELLS);
    assert_true(step_named(t, "masked")->minor);
    assert_false(step_named(t, "Q")->detail || step_named(t, "Q")->minor);
}

TEST(a_view_names_the_axes_of_curves)
{
    Trace *t = told(scene, "= curves (log size; bits, in all): weights\n");
    const Curves *curves = step_named(t, "weights")->curves;
    assert_null(step_named(t, "masked")->curves);
    assert_string_equal(curves->x_name, "size");
    assert_string_equal(curves->y_name, "bits, in all");
    assert_true(curves->log_x && !curves->log_y && !curves->least);
    trace_step(t, "weights")->decimals = 4;
    assert_int_equal(step_named(t, "weights")->decimals, 4);
}

/* ---- panels ---- */

/* The first panel of a list. */
static const Panel *panel_of(Scene *scene, const char *list)
{
    Trace *t = told(scene, list);
    add_panels(t);
    return &t->panels[0];
}

static void check_word(const char *text, const char *expected)
{
    if (expected)
        assert_string_equal(text, expected);
    else
        assert_null(text);
}

TEST(a_panel_is_as_large_as_what_is_put_into_it)
{
    const Panel *panel = panel_of(scene, "[p]\n    Some | |\n"
                                         "    || - | - | X: X\n"
                                         "    || [second] weights: A | none: ?\n"
                                         "    || none\n");
    check_places(panel, 2, 3, "- - X weights - -");
    assert_string_equal(panel->places[2].step->id, "X");
    check_word(panel->places[3].title, "A");
    for (int i = 0; i < 6; i++)
        check_word(panel->places[i].arrow, NULL);
    check_word(panel->row_titles[0], NULL);
    check_word(panel->row_titles[1], "second");
}

TEST(a_panel_comes_after_the_last_step_it_shows)
{
    Trace *t = told(scene, "= behind: W\n[p]\n    Some | | || scores | W | X\n");
    add_panels(t); /* W lies behind: it is no step that is shown */
    assert_string_equal(t->steps[t->panels->after].id, "scores");
    assert_null(t->panels->row_titles);
}

/* The matrices A of three heads, and B of two of them. */
static Trace *heads(Scene *scene, const char *list)
{
    Graph *g = graph_new(scene->arena);
    graph_name(g);
    for (int i = 1; i <= 3; i++) {
        Scope head = within(scope_of(g), "head-%d", " of head %d", i);
        matrix(head, "A", "A_{%d}", 2, 2);
        if (i != 2)
            matrix(head, "B", "B_{%d}", 2, 2);
    }
    Trace *t = trace_begin(g);
    trace_tell(t, arena_format(scene->arena, "%s* | *\n    Zeros.\n", list));
    return t;
}

TEST(so_many_stand_abreast_that_rows_are_even)
{
    static const int cases[][3] = {{3, 5, 3}, {5, 5, 5}, {6, 5, 3}, {8, 3, 3}, {1, 4, 1}};
    static const char all[] = "X | W | Q | scores | scaled | mask | masked | weights";
    for (int i = 0; i < 5; i++) {
        size_t length = 0;
        for (int k = 0; k < cases[i][0]; k++)
            length += strcspn(all + length, "|") + 1;
        const Panel *panel =
            panel_of(scene, arena_format(scene->arena, "[p]\n    Some | | || %d abreast: %.*s\n",
                                         cases[i][1], (int)length - 2, all));
        assert_int_equal(panel->cols, cases[i][2]);
    }
}

TEST(places_with_a_number_are_there_for_each)
{
    Trace *t =
        heads(scene, "[all]\n    Some | |\n"
                     "    || head-2/A\n"
                     "    || [by two] 2 abreast: head-%/A: head % || [too] 2 abreast: head-%/A\n"
                     "    || head-%/B: B | head-%/A: % | head-2/A\n");
    add_panels(t);
    const Panel *panel = t->panels;
    check_places(panel, 6, 6,
                 "head-2/A - - - - - head-1/A head-2/A - - - - head-3/A - - - - - "
                 "head-1/A head-2/A - - - - head-3/A - - - - - "
                 "head-1/B head-1/A head-2/A head-3/B head-3/A head-2/A");
    check_word(panel->places[6].title, "head 1");
    check_word(panel->row_titles[1], "by two");
    check_word(panel->row_titles[2], "by two");
    check_word(panel->row_titles[3], "too");
    check_word(panel->row_titles[5], NULL);
}

TEST(rows_and_panels_with_a_number_are_there_for_each)
{
    Trace *t = heads(scene, "[rows]\n    Some | |\n"
                            "    || [head #] head-#/A: ^A of # | head-#/B|-: ^B | head-3/A\n"
                            "[head-#/both]\n    Of # | |\n"
                            "    || head-#/B: B\n"
                            "    || head-1/A | head-#/A^head-#/B: below\n"
                            "[head-3/alone]\n    Alone | |\n    || head-3/A\n");
    add_panels(t);
    assert_int_equal(t->panel_count, 4); /* head 2 has no B */
    check_places(&t->panels[0], 3, 3,
                 "head-1/A head-1/B head-3/A head-2/A - head-3/A head-3/A head-3/B head-3/A");
    check_word(t->panels[0].places[0].title, "A of 1");
    check_word(t->panels[0].places[3].title, NULL);
    check_word(t->panels[0].row_titles[2], "head 3");
    check_word(t->panels[1].id, "head-1/both");
    check_places(&t->panels[2], 2, 1, "head-3/B head-3/A");
    check_word(t->panels[2].title, "Of 3");
    check_word(t->panels[3].id, "head-3/alone");
}

TEST(words_in_braces_are_what_steps_say)
{
    const Panel *panel =
        panel_of(scene, "[p]\n    Some | {formula@/scores} beside {formula@/Q}, of x\n"
                        "    | {note@/scaled} So is {note@/weights}{?note@/none} || X\n");
    assert_string_equal(panel->formula, "QXᵀ beside Q = X W_Q, of x");
    assert_string_equal(panel->note, "All scaled. So is Zeros.");
}

TEST(a_row_of_the_list_becomes_a_panel)
{
    Trace *t = told(scene, "= behind: W\n"
                           "[two] | heads@/=3\n"
                           "    Not this | |\n"
                           "[two] | heads@/=2\n"
                           "    Two of {heads} | {formula@scores} | {note@weights} | own ranges\n"
                           "    || scores: {formula} | none: {none} | none|X: X: all\n"
                           "    || mask\n"
                           "[one]\n"
                           "    One | x_{1} | All.\n"
                           "    || X\n");
    add_panels(t);
    const Panel *panel = t->panels, *one = panel + 1;
    check_places(panel, 2, 2, "scores X mask -");
    check_word(panel->title, "Two of 2");
    check_word(panel->places[0].title, "QXᵀ");
    check_word(panel->places[1].title, "X: all");
    check_word(panel->places[2].title, NULL);
    check_word(panel->formula, "QXᵀ");
    check_word(panel->note, "Zeros.");
    assert_true(panel->own_ranges && !one->own_ranges);
    check_places(one, 1, 1, "X");
    check_word(one->formula, "x_{1}");
    check_word(one->note, "All.");
}

/* ---- what flows ---- */

TEST(arrows_say_what_an_operation_adds_to_the_formula)
{
    static const char *const arrows[] = {NULL,  "· W_Q",   "· Xᵀ", "/√d",
                                         "+ M", "softmax", "· X",  NULL};
    const Panel *panel =
        panel_of(scene, "[flow]\n    Some | |\n"
                        "    || > X | > Q | > scores | > none | > scaled | > masked | > weights\n"
                        "    | > output | > W\n");
    for (int i = 0; i < 8; i++)
        check_word(panel->places[i].arrow, arrows[i]);
    assert_int_equal(panel->cols, 8); /* what there is not takes no place */
}

TEST(an_equation_has_its_sign_from_the_formula)
{
    static const struct {
        const char *row, *sign;
    } cases[] = {{"X | W | = Q", "·"},
                 {"scaled | mask | = masked", "+"},
                 {"Q | X | = scores", "·"},
                 {"X | W | = scores", NULL}, /* not made of them */
                 {"X | none | = Q: made", "· W_Q"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Panel *panel = panel_of(
            scene, arena_format(scene->arena, "[equation]\n    Some | | || %s\n", cases[i].row));
        check_word(panel->places[0].arrow, NULL);
        check_word(panel->places[1].arrow, cases[i].sign);
        if (panel->cols > 2)
            check_word(panel->places[2].arrow, cases[i].sign ? "=" : NULL);
    }
}

/* ---- one by one ---- */

static const char *const labels[] = {"a", "b"};

/* A trace of the steps x, y and z. */
static Trace *three_steps(Scene *scene)
{
    static const char *const ids[] = {"x", "y", "z"};
    const double numbers[] = {1, 2, 3, 4};
    Trace *trace = trace_begin(graph_new(scene->arena));
    for (int i = 0; i < 3; i++) {
        Step step = step_of_numbers(scene, VALUE_SIGNED, 2, 2, labels, numbers, NULL);
        step.id = ids[i];
        add_step(trace, step);
    }
    return trace;
}

TEST(tokens_keep_their_labels)
{
    Axis axis = label_axis("query", labels, 2);
    assert_string_equal(axis.name, "query");
    assert_int_equal(axis.count, 2);
    assert_string_equal(axis.labels[1], "b");
    assert_true(axis.named);
}

TEST(numbers_are_settings)
{
    Trace *trace = trace_begin(graph_new(scene->arena));
    add_number_setting(trace, "heads", 3);
    check_setting(trace, "heads", "3");
    assert_true(trace->settings[0].is_number);
}

TEST(steps_stay_in_the_order_they_came)
{
    Trace *trace = three_steps(scene);
    assert_int_equal(trace->step_count, 3);
    assert_string_equal(trace->steps[0].id, "x");
    assert_string_equal(trace->steps[2].id, "z");
}

TEST_ABORTS(a_step_behind_a_panel_is_a_bug)
{
    Trace *trace = three_steps(scene);
    const char *list = "[p]\n    Some | | || x\n";
    trace->notes = notes_read(scene->arena, &list, 1);
    add_panels(trace);
    add_step(trace, trace->steps[0]);
}
