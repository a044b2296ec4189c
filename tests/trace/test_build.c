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
    static const Note none[] = {{"*", NULL, NULL, "Zeros."}, {0}};
    Trace *t = trace_begin(graph_of(scene));
    trace_tell(t, views, none);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_is_a_step_in_the_order_they_were_given),
        cmocka_unit_test(the_first_view_that_matches_says_how_a_step_is_shown),
        cmocka_unit_test(a_told_step_may_be_given_curves),
        cmocka_unit_test(arrows_say_what_an_operation_adds_to_the_formula),
        cmocka_unit_test(an_equation_has_its_sign_from_the_formula),
    };
    return run_scenes(tests);
}
