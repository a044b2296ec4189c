/* A trace from a graph whose nodes have names: which steps are shown, and what leads from one to
   the next in a picture. (More of panels is in traces/panels.list.) */
#include "trace/sentences.h"

#include "support/sample.h"
#include "support/small_trace.h"
#include "support/steps.h"

TEST(every_name_is_a_step_in_the_order_they_were_given)
{
    Trace *t = small_trace(scene, "");
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
    Trace *t = small_trace(scene, views);
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
    Trace *t = small_trace(scene, "= curves (log size; bits, in all): weights\n");
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
    Trace *t = small_trace(scene, list);
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

TEST(a_panel_comes_after_the_last_step_it_shows)
{
    Trace *t = small_trace(scene, "= behind: W\n[p]\n    Some | | || scores | W | X\n");
    add_panels(t); /* W lies behind: it is no step that is shown */
    assert_string_equal(t->steps[t->panels->after].id, "scores");
    assert_null(t->panels->row_titles);
}

TEST(a_panel_may_have_ranges_of_its_own)
{
    Trace *t = small_trace(scene, "[two]\n    Two | {formula@X} | Zeros. | own ranges\n    || X\n"
                                  "[one]\n    One | x | All.\n    || X\n");
    add_panels(t);
    assert_true(t->panels[0].own_ranges && !t->panels[1].own_ranges);
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

/* ---- what flows ---- */

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
