/* Steps by themselves and how they are found, by their ids, nodes and places; what is told of them
   is in traces/. */
#include "trace/build.h"

#include "support/nodes.h"
#include "support/sample.h"
#include "support/small_trace.h"
#include "support/steps.h"

static const char *const labels[] = {"the₁", "bat", "the₂"};
static const double hidden = -INFINITY;

/* A trace of one step that is masked in [bat,the₂]. */
static Trace *trace_of_one(Scene *scene, const double *numbers)
{
    const double mask[] = {0, 0, 0, 0, 0, hidden, 0, 0, 0};
    Trace *trace = trace_begin(graph_new(scene->arena));
    Step step = step_of_numbers(scene, VALUE_SIGNED, 3, 3, labels, numbers, mask);
    step.id = "raw/masked";
    add_step(trace, step);
    return trace;
}

TEST(a_cell_is_masked_where_the_mask_is_minus_infinity)
{
    const double numbers[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    const Step *step = &trace_of_one(scene, numbers)->steps[0];
    assert_true(step_is_masked(step, 1, 2));
    assert_false(step_is_masked(step, 1, 1));
    assert_false(step_is_masked(step, 2, 1));
}

TEST(without_a_mask_no_cell_is_masked)
{
    const double numbers[] = {hidden};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 1, 1, labels, numbers, NULL);
    assert_false(step_is_masked(&step, 0, 0));
}

TEST(a_square_step_has_tokens_on_both_sides)
{
    const double numbers[9] = {0};
    Step tokens = step_of_numbers(scene, VALUE_SIGNED, 3, 3, labels, numbers, NULL);
    Step features = step_of_numbers(scene, VALUE_SIGNED, 3, 2, labels, numbers, NULL);
    assert_true(step_is_drawn(&tokens));
    assert_false(step_is_drawn(&features));
}

TEST(neither_details_nor_places_are_drawn)
{
    const double numbers[9] = {0};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 3, 3, labels, numbers, NULL);
    step.detail = true;
    assert_false(step_is_drawn(&step));
    step.form = FORM_BARS;
    assert_false(step_is_drawn(&step));
    step.detail = false;
    assert_true(step_is_drawn(&step));
    step.places = labels;
    assert_false(step_is_drawn(&step));
}

TEST(a_step_is_found_by_its_whole_id)
{
    Trace *trace = sample_trace(scene, (SampleSettings){.text = "a b", .mask = "causal"});
    assert_ptr_equal(trace_step(trace, "embeddings"), &trace->steps[0]);
    assert_string_equal(step_named(trace, "head-3/weights")->id, "head-3/weights");
    assert_null(trace_step(trace, "head-4/weights"));
    assert_null(trace_step(trace, "head-3"));
    assert_null(trace_step(trace, "Embeddings"));
    assert_null(trace_step(trace, ""));
}

TEST(a_step_is_found_by_its_node)
{
    Sample s = sample_new(scene, (SampleSettings){.text = "a b"});
    assert_string_equal(trace_step_of(s.trace, s.model.mean)->id, "mean/weights");
    assert_string_equal(trace_step_of(s.trace, s.model.W_O)->id, "W_O");
    const Node *table = node_of(s.graph, "embeddings")->inputs[0];
    assert_null(trace_step_of(s.trace, table));
}

TEST(steps_behind_a_trace_are_found_but_not_shown)
{
    Sample s = sample_new(scene, (SampleSettings){.text = "a b"});
    Trace *page = trace_begin(graph_new(scene->arena));
    add_step(page, *step_named(s.trace, "raw/weights"));
    assert_null(trace_any_step(page, "head-1/Q"));
    assert_null(trace_step_of(page, node_of(s.graph, "head-1/Q")));
    page->behind = s.trace;
    assert_null(trace_step(page, "head-1/Q"));
    assert_ptr_equal(trace_any_step(page, "head-1/Q"), step_named(s.trace, "head-1/Q"));
    assert_ptr_equal(trace_any_step(page, "raw/weights"), &page->steps[0]);
    assert_ptr_equal(trace_step_of(page, s.model.raw.weights), &page->steps[0]);
    assert_string_equal(trace_step_of(page, node_of(s.graph, "head-1/Q"))->id, "head-1/Q");
    assert_null(trace_any_step(page, "head-9/Q"));
}

TEST(a_setting_is_found_by_its_name)
{
    Trace *trace = trace_begin(graph_new(scene->arena));
    add_number_setting(trace, "heads", 3);
    add_setting(trace, "seed", NULL, true);
    check_setting(trace, "heads", "3");
    assert_true(trace->settings[0].is_number);
    check_setting(trace, "seed", NULL);
    check_setting(trace, "head", NULL);
}

TEST(finite_numbers_and_masked_infinities_pass_the_check)
{
    const double numbers[] = {1, -2, 3e38, 4, 5, hidden, 7, 8, 9};
    Trace *trace = trace_of_one(scene, numbers);
    trace_survey(trace);
    assert_non_null(trace->steps->surveys);
}

TEST(what_is_known_of_rows_is_not_said_of_columns)
{
    const double numbers[] = {1, -2, 3, 4, 5, hidden, 7, 8, -9};
    static const int before[] = {3, 2, 3}, after[] = {3, 3, 2};
    Trace *trace = trace_of_one(scene, numbers);
    Step *step = trace->steps;
    trace_survey(trace);
    for (int r = 0; r < 3; r++)
        assert_int_equal(step_row_seen(step, r), before[r]);
    assert_true(step_survey(step).hidden == 1 && step_survey(step).size == 9);
    assert_true(step->node->surveys[2].size == 9);
    step_turn(trace, step);
    assert_null(step->node->surveys);
    for (int r = 0; r < 3; r++)
        assert_int_equal(step_row_seen(step, r), after[r]);
    assert_true(step_survey(step).hidden == 1 && step_survey(step).size == 9);
}

TEST(a_number_out_of_range_is_named_by_its_cell)
{
    static const double bad[] = {INFINITY, -INFINITY, NAN};
    for (int i = 0; i < 3; i++) {
        const double numbers[] = {1, 2, 3, 4, 5, hidden, 7, bad[i], 9};
        Trace *trace = trace_of_one(scene, numbers);
        assert_refused(trace_survey(trace),
                       "raw/masked[the₂,bat] is beyond the range of float32: the weights or the "
                       "embeddings are too large");
    }
}

/* ---- views and panels; traces/panels.list has more ---- */

TEST(a_mask_and_what_stands_behind_are_steps_of_the_trace)
{
    Trace *t = small_trace(scene, "= behind: W\n");
    const Step *behind = trace_any_step(t, "W");
    assert_ptr_equal(trace_step_of(t, behind->node), behind);
    assert_ptr_equal(step_named(t, "weights")->mask, step_named(t, "mask")->node);
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

TEST_ABORTS(a_step_behind_a_panel_is_a_bug)
{
    Trace *t = small_trace(scene, "[p]\n    Some | | || X\n");
    add_panels(t);
    add_step(t, t->steps[0]);
}
