/* A trace from a graph whose nodes have names: which steps are shown, and what leads from one to
   the next in a picture. */
#include "trace/build.h"

#include "graph/ops.h"
#include "support/sample.h"

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

static Trace *told(Scene *scene, const View *views)
{
    Trace *t = trace_begin(graph_of(scene), 0, NULL);
    trace_tell(t, views, "* | *\n    Zeros.\n");
    return t;
}

static void every_name_is_a_step_in_the_order_they_were_given(void **state)
{
    static const char *const ids[] = {"X",    "W",      "Q",       "scores", "scaled",
                                      "mask", "masked", "weights", "output"};
    Trace *t = told(*state, NULL);
    assert_int_equal(t->step_count, 9);
    for (int i = 0; i < 9; i++)
        assert_string_equal(t->steps[i].id, ids[i]);
    const Step *weights = step_named(t, "weights");
    assert_string_equal(weights->title, "Weights");
    assert_string_equal(weights->formula, "softmax(s)");
    assert_string_equal(weights->note, "Zeros.");
    assert_int_equal(weights->kind, VALUE_PROBABILITY);
    assert_ptr_equal(weights->mask, step_named(t, "mask")->node);
    assert_string_equal(step_named(t, "masked")->formula, "s = QXᵀ/√d + M");
}

static void the_first_view_that_matches_says_how_a_step_is_shown(void **state)
{
    static const View views[] = {
        {"W|mask", ROLE_BEHIND, FORM_CELLS}, {"weights", ROLE_SHOWN, FORM_BARS},
        {"sca*", ROLE_DETAIL, FORM_CELLS},   {"mask*", ROLE_MINOR, FORM_CELLS},
        {"s*", ROLE_BEHIND, FORM_CELLS},     {0},
    };
    Trace *t = told(*state, views);
    assert_int_equal(t->step_count, 6);
    assert_null(trace_step(t, "W"));
    assert_string_equal(trace_any_step(t, "W")->formula, "W_Q");
    assert_null(trace_step(t, "scores"));
    assert_ptr_equal(trace_step_of(t, trace_any_step(t, "W")->node), trace_any_step(t, "W"));
    assert_int_equal(step_named(t, "weights")->form, FORM_BARS);
    assert_true(step_named(t, "scaled")->detail);
    assert_true(step_named(t, "masked")->minor);
    assert_false(step_named(t, "Q")->detail || step_named(t, "Q")->minor);
}

static void a_told_step_may_be_given_curves(void **state)
{
    static const double x[] = {1, 2, 4};
    static const View views[] = {{"weights", ROLE_SHOWN, FORM_CURVES}, {0}};
    Trace *t = told(*state, views);
    trace_curves(t, "weights", (Curves){.x = x, .x_name = "size"});
    trace_step_edited(t, "weights")->decimals = 4;
    assert_true(step_named(t, "weights")->curves->x[2] == 4);
    assert_int_equal(step_named(t, "weights")->decimals, 4);
}

/* ---- panels ---- */

static void arrows_say_what_an_operation_adds_to_the_formula(void **state)
{
    static const char *const ids[] = {"X",      "Q",       "scores", "none", "scaled",
                                      "masked", "weights", "output", "W"};
    static const char *const arrows[] = {NULL, "· W_Q", "Xᵀ", "/√d", "+ M", "softmax", "· X", NULL};
    Trace *t = told(*state, NULL);
    Grid grid = grid_new(t, "flow", 1, 8);
    int col = 0;
    for (int i = 0; i < 9; i++)
        col = grid_flow(&grid, 0, col, ids[i], ids[i]);
    assert_int_equal(col, 8); /* what there is not takes no place */
    for (int i = 0; i < 8; i++)
        if (arrows[i])
            assert_string_equal(grid.arrows[i], arrows[i]);
        else
            assert_null(grid.arrows[i]);
}

static void assert_equation(const Trace *t, const char *a, const char *b, const char *c,
                            const char *sign)
{
    Grid grid = grid_new(t, "equation", 1, 3);
    grid_equation(&grid, 0, 0, (const char *[]){a, b, c}, (const char *[]){a, b, c});
    assert_non_null(grid.steps[0]);
    if (sign) {
        assert_string_equal(grid.arrows[1], sign);
        assert_string_equal(grid.arrows[2], "=");
    } else {
        assert_null(grid.arrows[1]);
        assert_null(grid.arrows[2]);
    }
}

static void an_equation_has_its_sign_from_the_formula(void **state)
{
    Trace *t = told(*state, NULL);
    assert_equation(t, "X", "W", "Q", "·");
    assert_equation(t, "scaled", "mask", "masked", "+");
    assert_equation(t, "Q", "X", "scores", "·");
    assert_equation(t, "X", "W", "scores", NULL); /* not made of them */
    assert_equation(t, "X", "none", "Q", NULL);
}

/* ---- one by one ---- */

static const char *const labels[] = {"a", "b"};

/* A trace of the steps x, y and z. */
static Trace *three_steps(Scene *scene)
{
    static const char *const ids[] = {"x", "y", "z"};
    const double numbers[] = {1, 2, 3, 4};
    Trace *trace = trace_new(scene->arena);
    for (int i = 0; i < 3; i++) {
        Step step = step_of_numbers(scene, VALUE_SIGNED, 2, 2, labels, numbers, NULL);
        step.id = ids[i];
        add_step(trace, step);
    }
    return trace;
}

static void tokens_keep_their_labels(void **state)
{
    (void)state;
    Axis axis = label_axis("query", labels, 2);
    assert_string_equal(axis.name, "query");
    assert_int_equal(axis.count, 2);
    assert_string_equal(axis.labels[1], "b");
    assert_true(axis.named);
}

static void numbers_are_settings(void **state)
{
    Scene *scene = *state;
    Trace *trace = trace_new(scene->arena);
    add_number_setting(trace, "heads", 3);
    assert_string_equal(trace_setting(trace, "heads"), "3");
    assert_true(trace->settings[0].is_number);
}

static void steps_stay_in_the_order_they_came(void **state)
{
    Trace *trace = three_steps(*state);
    assert_int_equal(trace->step_count, 3);
    assert_string_equal(trace->steps[0].id, "x");
    assert_string_equal(trace->steps[2].id, "z");
}

static void a_panel_points_at_the_steps_of_its_trace(void **state)
{
    Trace *trace = three_steps(*state);
    Grid grid = grid_new(trace, "p", 1, 3);
    assert_true(grid_place(&grid, 0, 0, "z", "Z", NULL));
    assert_true(grid_place(&grid, 0, 2, "y", "Y", "→"));
    add_panel(trace, grid);
    const Panel *panel = &trace->panels[0];
    assert_ptr_equal(panel->steps[0], &trace->steps[2]);
    assert_null(panel->steps[1]);
    assert_ptr_equal(panel->steps[2], &trace->steps[1]);
    assert_string_equal(panel->titles[0], "Z");
    assert_null(panel->arrows[0]);
    assert_string_equal(panel->arrows[2], "→");
}

static void a_panel_comes_after_the_last_step_it_shows(void **state)
{
    Trace *trace = three_steps(*state);
    Grid grid = grid_new(trace, "p", 1, 2);
    grid_place(&grid, 0, 0, "y", "Y", NULL);
    assert_int_equal(grid.panel.after, 1);
    grid_place(&grid, 0, 1, "x", "X", NULL);
    assert_int_equal(grid.panel.after, 1);
}

static void a_step_that_is_missing_leaves_the_place_empty(void **state)
{
    Trace *trace = three_steps(*state);
    Grid grid = grid_new(trace, "p", 1, 1);
    assert_false(grid_place(&grid, 0, 0, "w", "W", "→"));
    assert_null(grid.steps[0]);
    assert_null(grid.titles[0]);
    assert_null(grid.arrows[0]);
}

static void a_panel_has_row_titles_and_arrows_only_if_any_was_set(void **state)
{
    Trace *trace = three_steps(*state);
    Grid bare = grid_new(trace, "bare", 2, 1), full = grid_new(trace, "full", 2, 1);
    grid_place(&bare, 0, 0, "x", "X", NULL);
    grid_place(&full, 1, 0, "x", "X", "");
    full.row_titles[1] = "second";
    add_panel(trace, bare);
    add_panel(trace, full);
    assert_null(trace->panels[0].row_titles);
    assert_null(trace->panels[0].arrows);
    assert_null(trace->panels[1].row_titles[0]);
    assert_string_equal(trace->panels[1].row_titles[1], "second");
    assert_string_equal(trace->panels[1].arrows[1], "");
}

static int add_a_step_behind_a_panel(Scene *scene)
{
    Trace *trace = three_steps(scene);
    add_panel(trace, grid_new(trace, "p", 1, 1));
    add_step(trace, trace->steps[0]);
    return 0;
}

static void a_step_behind_a_panel_is_a_bug(void **state)
{
    check_aborts(add_a_step_behind_a_panel, *state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_is_a_step_in_the_order_they_were_given),
        cmocka_unit_test(the_first_view_that_matches_says_how_a_step_is_shown),
        cmocka_unit_test(a_told_step_may_be_given_curves),
        cmocka_unit_test(arrows_say_what_an_operation_adds_to_the_formula),
        cmocka_unit_test(an_equation_has_its_sign_from_the_formula),
        cmocka_unit_test(tokens_keep_their_labels),
        cmocka_unit_test(numbers_are_settings),
        cmocka_unit_test(steps_stay_in_the_order_they_came),
        cmocka_unit_test(a_panel_points_at_the_steps_of_its_trace),
        cmocka_unit_test(a_panel_comes_after_the_last_step_it_shows),
        cmocka_unit_test(a_step_that_is_missing_leaves_the_place_empty),
        cmocka_unit_test(a_panel_has_row_titles_and_arrows_only_if_any_was_set),
        cmocka_unit_test(a_step_behind_a_panel_is_a_bug),
    };
    return run_scenes(tests);
}
