/* The trace of what layers cost. */
#include "trace/layer_costs.h"

#include "support/sample.h"

#include <string.h>

static Trace *trace_of(Scene *scene, const int *lengths, int count)
{
    LayerCostsSettings s = {
        .lengths = lengths, .length_count = count, .sizes = {.d = 16, .kernel = 3, .window = 2}};
    Graph *g = graph_new(scene->arena);
    graph_name(g);
    LayerCosts costs = layer_costs(scope_of(g), s);
    return trace_layer_costs(g, &costs);
}

static void the_steps_go_from_counts_to_operations(void **state)
{
    static const char *const ids[] = {"multiply-adds",
                                      "growth",
                                      "growth/real",
                                      "difference",
                                      "crossing",
                                      "crossing/real",
                                      "sequential",
                                      "layers",
                                      "path",
                                      "self-attention/operations",
                                      "recurrent/operations",
                                      "convolution/operations",
                                      "restricted/operations",
                                      "multi-head/operations",
                                      "gru/operations"};
    static const int lengths[] = {4, 40};
    Scene *scene = *state;
    Trace *trace = trace_of(scene, lengths, 2);
    assert_int_equal(trace->step_count, 15);
    for (int i = 0; i < 15; i++) {
        const Step *step = &trace->steps[i];
        assert_string_equal(step->id, ids[i]);
        assert_int_equal(step->kind, VALUE_COUNT);
        assert_int_equal(step->rows.count, rows_of(step->node));
        assert_int_equal(step->cols.count, cols_of(step->node));
        assert_int_equal(step_is_drawn(step), step->form == FORM_CURVES);
    }
    assert_true(trace_check(trace, &scene->error));
    assert_string_equal(trace_setting(trace, "length"), "4,40");
}

static void the_crossing_is_marked_where_it_is(void **state)
{
    static const int lengths[] = {4, 40};
    Trace *trace = trace_of(*state, lengths, 2);
    const Step *growth = step_named(trace, "growth");
    assert_true(growth->curves->log_x && growth->curves->log_y);
    assert_true(growth->curves->mark == 17);
    assert_string_equal(growth->curves->mark_name, "n = 17");
    assert_string_equal(growth->rows.labels[growth->rows.count - 1], "40");
}

static void what_is_not_counted_is_masked(void **state)
{
    static const int lengths[] = {40, 20000};
    const Step *difference = step_named(trace_of(*state, lengths, 2), "difference");
    assert_false(step_is_masked(difference, 0, 0));
    assert_true(step_is_masked(difference, 0, 1));
}

static void the_crossing_has_a_row_before_and_a_row_there(void **state)
{
    static const char *const expected[][5] = {
        {"crossing", "16", "17", "self-attention", "recurrent"},
        {"crossing/real", "22", "23", "multi-head", "gru"}};
    static const int lengths[] = {4, 40};
    Trace *trace = trace_of(*state, lengths, 2);
    for (int i = 0; i < 2; i++) {
        const Step *step = step_named(trace, expected[i][0]);
        for (int k = 0; k < 2; k++) {
            assert_string_equal(step->rows.labels[k], expected[i][1 + k]);
            assert_string_equal(step->cols.labels[k], expected[i][3 + k]);
        }
    }
    const Step *growth = step_named(trace, "growth/real");
    assert_true(growth->curves->mark == 23);
    assert_string_equal(growth->cols.labels[0], "multi-head");
}

/* From that on words are not followed through layers, as the sentence says. */
static void the_sentence_tells_where_formulas_begin(void **state)
{
    static const int lengths[] = {4};
    const char *note = step_named(trace_of(*state, lengths, 1), "layers")->note;
    assert_non_null(
        strstr(note, arena_format(((Scene *)*state)->arena, "Beyond n = %d the", REACHED_MOST)));
}

static void the_sizes_are_told(void **state)
{
    static const int lengths[] = {4};
    Trace *trace = trace_of(*state, lengths, 1);
    assert_string_equal(trace_setting(trace, "d"), "16");
    assert_string_equal(trace_setting(trace, "kernel"), "3");
    assert_string_equal(trace_setting(trace, "window"), "2");
    assert_string_equal(trace->provenance,
                        "d = 16 features a word, kernels of k = 3 words, restricted attention to 2 "
                        "words on either side (r = 5), one head");
}

static void operations_of_one_name_are_numbered(void **state)
{
    static const int lengths[] = {4};
    Trace *trace = trace_of(*state, lengths, 1);
    const Step *step = step_named(trace, "multi-head/operations");
    assert_string_equal(step->rows.labels[0], "matmul₁");
    assert_string_equal(step->rows.labels[2], "divide_by_root");
    assert_string_equal(step->rows.labels[4], "matmul₃");
}

static void each_layer_tells_its_formula(void **state)
{
    static const char *const formulas[][2] = {
        {"self-attention", "2n²d + 4n²"},    {"recurrent", "2nd² + 5nd"},
        {"convolution", "knd² + 2nd"},       {"restricted", "2rnd + 4rn"},
        {"multi-head", "4nd² + 2n²d + 4n²"}, {"gru", "6nd² + 19nd"}};
    static const int lengths[] = {4};
    Scene *scene = *state;
    Trace *trace = trace_of(scene, lengths, 1);
    for (int i = 0; i < COSTED_KINDS; i++) {
        const char *id = arena_format(scene->arena, "%s/operations", formulas[i][0]);
        assert_string_equal(step_named(trace, id)->formula, formulas[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_steps_go_from_counts_to_operations),
        cmocka_unit_test(the_crossing_is_marked_where_it_is),
        cmocka_unit_test(the_crossing_has_a_row_before_and_a_row_there),
        cmocka_unit_test(what_is_not_counted_is_masked),
        cmocka_unit_test(the_sentence_tells_where_formulas_begin),
        cmocka_unit_test(the_sizes_are_told),
        cmocka_unit_test(operations_of_one_name_are_numbered),
        cmocka_unit_test(each_layer_tells_its_formula),
    };
    return run_scenes(tests);
}
