/* The narrator of what layers cost. */
#include "trace/layer_costs.h"

#include "support/sample.h"

#include <string.h>

static Trace *trace_of(Scene *scene, const int *lengths, int count, LayerCosts *costs)
{
    static const char *const argv[] = {"attnviz", "cost"};
    LayerCostsSettings s = {
        .lengths = lengths, .length_count = count, .sizes = {.d = 16, .kernel = 3, .window = 2}};
    *costs = layer_costs(graph_new(scene->arena), s);
    return narrate_layer_costs(scene->arena, costs, 2, argv);
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
    LayerCosts c;
    Trace *trace = trace_of(scene, lengths, 2, &c);
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
    LayerCosts c;
    Trace *trace = trace_of(*state, lengths, 2, &c);
    const Step *growth = step_named(trace, "growth");
    assert_true(growth->curves->log_x && growth->curves->log_y);
    assert_true(growth->curves->mark == 17);
    assert_string_equal(growth->curves->mark_name, "n = 17");
    assert_string_equal(growth->rows.labels[growth->rows.count - 1], "40");
    assert_string_equal(growth->note,
                        "n²d = nd² at n = d = 16. With all terms self-attention takes less than "
                        "recurrence up to n = 16, and more from n = 17 on.");
}

/* 2 · 4² · 16 + 4 · 4², 2 · 4 · 16² + 5 · 4 · 16 */
static void notes_say_what_the_numbers_are(void **state)
{
    static const int lengths[] = {4}, beyond[] = {40, 20000}, one[] = {1};
    LayerCosts c;
    Trace *trace = trace_of(*state, lengths, 1, &c);
    assert_string_equal(step_named(trace, "multiply-adds")->note,
                        "At n = 4 self-attention takes 576, a recurrent layer 2,368. All are "
                        "counted in graphs of the layers.");
    assert_string_equal(step_named(trace, "difference")->note,
                        "Graph and formula agree to the last multiply-add in all 6 counts.");
    assert_string_equal(step_named(trace, "self-attention/operations")->note,
                        "Of 576 multiply-adds matmul₁ takes 256.");
    trace = trace_of(*state, beyond, 2, &c);
    assert_non_null(strstr(step_named(trace, "multiply-adds")->note, "Up to n = 40 they are"));
    assert_non_null(strstr(step_named(trace, "layers")->note, "Beyond n = 1000 by formula."));
    assert_true(step_is_masked(step_named(trace, "difference"), 0, 1));
    assert_non_null(strstr(step_named(trace, "layers")->note,
                           "first after 10,000 layers of convolution, 10 of dilated"));
    trace = trace_of(*state, one, 1, &c);
    assert_string_equal(step_named(trace, "sequential")->note,
                        "At n = 1 a recurrent layer has 1 matrix product, self-attention 2: all "
                        "words at once.");
    assert_non_null(strstr(step_named(trace, "layers")->note, "after 1 layer of convolution,"));
    assert_string_equal(step_named(trace, "path")->note,
                        "Through the layer of one word a signal takes 2 products of "
                        "self-attention, 1 of recurrence.");
}

static void the_crossing_has_a_row_before_and_a_row_there(void **state)
{
    static const char *const expected[][5] = {
        {"crossing", "16", "17", "self-attention", "recurrent"},
        {"crossing/real", "22", "23", "multi-head", "gru"}};
    static const int lengths[] = {4, 40};
    LayerCosts c;
    Trace *trace = trace_of(*state, lengths, 2, &c);
    const Crossing *crossings[] = {&c.attention, &c.gated};
    for (int i = 0; i < 2; i++) {
        const Step *step = step_named(trace, expected[i][0]);
        assert_ptr_equal(step->node, crossings[i]->counts.node);
        for (int k = 0; k < 2; k++) {
            assert_string_equal(step->rows.labels[k], expected[i][1 + k]);
            assert_string_equal(step->cols.labels[k], expected[i][3 + k]);
        }
    }
    const Step *growth = step_named(trace, "growth/real");
    assert_true(growth->curves->mark == 23);
    assert_string_equal(growth->cols.labels[0], "multi-head");
    assert_string_equal(growth->note,
                        "Attention with its projections, 4nd² + 2n²d, beside a gated recurrent "
                        "layer, 6nd²: it takes less up to n = 22, and more from n = 23 on. Its "
                        "own two parts are equal at n = 2d = 32.");
}

/* ⌈39/2⌉, 27 < 40 ≤ 81, and 1 + ⌈35/2⌉ layers. */
static void paths_are_told_of_the_longest_sentence(void **state)
{
    static const int lengths[] = {4, 40};
    LayerCosts c;
    Trace *trace = trace_of(*state, lengths, 2, &c);
    const Step *sequential = step_named(trace, "sequential"), *layers = step_named(trace, "layers"),
               *path = step_named(trace, "path");
    assert_ptr_equal(sequential->node, c.sequential);
    assert_ptr_equal(layers->node, c.layers);
    assert_ptr_equal(path->node, c.path);
    assert_string_equal(sequential->note,
                        "At n = 40 a recurrent layer has 40 matrix products one after the other, "
                        "self-attention 2: all words at once.");
    assert_string_equal(layers->note,
                        "At n = 40 the last word depends on the first after 20 layers of "
                        "convolution, 4 of dilated convolution, 19 of restricted attention, 1 of "
                        "self-attention.");
    assert_string_equal(path->note, "From the first of 40 words to the last a signal takes 2 "
                                    "products of self-attention, 40 of recurrence.");
}

/* 2 · 3² · 16 + 4 · 3², 2 · 3 · 16² + 5 · 3 · 16, and the same of 2000 words. */
static void counts_are_told_of_the_first_length_and_the_last(void **state)
{
    static const int lengths[] = {3, 2000, 20000};
    LayerCosts c;
    Trace *trace = trace_of(*state, lengths, 2, &c);
    assert_string_equal(step_named(trace, "multiply-adds")->note,
                        "At n = 3 self-attention takes 324, a recurrent layer 1,776; at n = 2000 "
                        "self-attention takes 144,000,000, a recurrent layer 1,184,000. All are "
                        "counted in graphs of the layers.");
    assert_string_equal(step_named(trace, "gru/operations")->title,
                        "The operations of a layer: gru, n = 2000");
    trace = trace_of(*state, lengths, 3, &c);
    assert_non_null(strstr(step_named(trace, "multiply-adds")->note, "Up to n = 2000 they are"));
}

static void a_graph_that_counts_less_than_its_formula_is_told(void **state)
{
    static const int lengths[] = {4};
    static const char *const argv[] = {"attnviz", "cost"};
    Scene *scene = *state;
    LayerCosts c;
    trace_of(scene, lengths, 1, &c);
    c.difference->value.data[3] = -1;
    Trace *trace = narrate_layer_costs(scene->arena, &c, 2, argv);
    assert_string_equal(step_named(trace, "difference")->note,
                        "A graph and its formula do not agree.");
}

static void the_sizes_are_told(void **state)
{
    static const int lengths[] = {4};
    LayerCosts c;
    Trace *trace = trace_of(*state, lengths, 1, &c);
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
    LayerCosts c;
    Trace *trace = trace_of(*state, lengths, 1, &c);
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
    LayerCosts c;
    Trace *trace = trace_of(scene, lengths, 1, &c);
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
        cmocka_unit_test(notes_say_what_the_numbers_are),
        cmocka_unit_test(the_crossing_has_a_row_before_and_a_row_there),
        cmocka_unit_test(paths_are_told_of_the_longest_sentence),
        cmocka_unit_test(counts_are_told_of_the_first_length_and_the_last),
        cmocka_unit_test(a_graph_that_counts_less_than_its_formula_is_told),
        cmocka_unit_test(the_sizes_are_told),
        cmocka_unit_test(operations_of_one_name_are_numbered),
        cmocka_unit_test(each_layer_tells_its_formula),
    };
    return run_scenes(tests);
}
