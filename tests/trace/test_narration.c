#include "trace/narration.h"

#include "support/sample.h"

#include <string.h>

static const char *const labels[] = {"a", "b"};

/* A trace of the steps x, y and z. */
static Trace *three_steps(Scene *scene)
{
    static const char *const ids[] = {"x", "y", "z"};
    const double numbers[] = {1, 2, 3, 4};
    Trace *trace = trace_new(scene->arena, 3, 2, 1, 0);
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
    Trace *trace = trace_new(scene->arena, 0, 0, 1, 0);
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

static int add_a_fourth_step(Scene *scene)
{
    Trace *trace = three_steps(scene);
    add_step(trace, trace->steps[0]);
    return 0;
}

static void more_steps_than_there_is_room_for_are_a_bug(void **state)
{
    check_aborts(add_a_fourth_step, *state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_keep_their_labels),
        cmocka_unit_test(numbers_are_settings),
        cmocka_unit_test(steps_stay_in_the_order_they_came),
        cmocka_unit_test(a_panel_points_at_the_steps_of_its_trace),
        cmocka_unit_test(a_panel_comes_after_the_last_step_it_shows),
        cmocka_unit_test(a_step_that_is_missing_leaves_the_place_empty),
        cmocka_unit_test(a_panel_has_row_titles_and_arrows_only_if_any_was_set),
        cmocka_unit_test(more_steps_than_there_is_room_for_are_a_bug),
    };
    return run_scenes(tests);
}
