/* The trace of what layers cost. */
#include "model/layer_costs.h"

#include "support/sample.h"
#include "support/steps.h"
#include "support/traced.h"

#include <string.h>

#define SIZES " --dim 16 --kernel 3 --window 2"

static const char two_lengths[] = "cost --length 4,40" SIZES;
static const char one_length[] = "cost --length 4" SIZES;

TEST(the_steps_go_from_counts_to_operations)
{
    Trace *trace = traced(scene, two_lengths);
    check_ids(scene, trace,
              "multiply-adds growth growth/real difference crossing crossing/real sequential "
              "layers path self-attention/operations recurrent/operations "
              "convolution/operations restricted/operations multi-head/operations "
              "gru/operations");
    for (int i = 0; i < trace->step_count; i++) {
        const Step *step = &trace->steps[i];
        assert_int_equal(step->kind, VALUE_COUNT);
        assert_int_equal(step_is_drawn(step), step->form == FORM_CURVES);
    }
    check_setting(trace, "length", "4,40");
}

TEST(the_crossing_is_marked_where_it_is)
{
    Trace *trace = traced(scene, two_lengths);
    const Step *growth = step_named(trace, "growth");
    assert_true(growth->curves->log_x && growth->curves->log_y);
    assert_true(growth->curves->mark == 17);
    assert_string_equal(growth->curves->mark_name, "from n = 17");
    assert_string_equal(growth->rows.labels[growth->rows.count - 1], "40");
}

TEST(what_is_not_counted_is_masked)
{
    Trace *trace = traced(scene, "cost --length 40,20000" SIZES);
    const Step *difference = step_named(trace, "difference");
    assert_false(step_is_masked(difference, 0, 0));
    assert_true(step_is_masked(difference, 0, 1));
}

TEST(the_crossing_has_a_row_before_and_a_row_there)
{
    static const char *const expected[][5] = {
        {"crossing", "16", "17", "self-attention", "recurrent"},
        {"crossing/real", "22", "23", "multi-head", "GRU"}};
    Trace *trace = traced(scene, two_lengths);
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
TEST(the_sentence_tells_where_formulas_begin)
{
    const char *beyond = arena_format(((Scene *)scene)->arena, "Beyond n = %d the", REACHED_MOST);
    assert_null(strstr(step_named(traced(scene, one_length), "layers")->note, beyond));
    check_told(traced(scene, "cost -l 1000,1001"), "layers", beyond);
}

TEST(the_sizes_are_told)
{
    Trace *trace = traced(scene, one_length);
    check_setting(trace, "d", "16");
    check_setting(trace, "kernel", "3");
    check_setting(trace, "window", "2");
    assert_string_equal(trace->provenance,
                        "d = 16 features a word, kernels of k = 3 words, restricted attention to 2 "
                        "words on either side (r = 5), one head");
}

TEST(operations_of_one_name_are_numbered)
{
    const Step *step = step_named(traced(scene, one_length), "multi-head/operations");
    assert_string_equal(step->rows.labels[0], "matmul₁");
    assert_string_equal(step->rows.labels[2], "divide_by_root");
    assert_string_equal(step->rows.labels[4], "matmul₃");
}

TEST(each_layer_tells_its_formula)
{
    static const char *const formulas[][2] = {
        {"self-attention/operations", "2n²d + 4n²"},    {"recurrent/operations", "2nd² + 5nd"},
        {"convolution/operations", "knd² + 2nd"},       {"restricted/operations", "2pd + 4p"},
        {"multi-head/operations", "4nd² + 2n²d + 4n²"}, {"gru/operations", "6nd² + 19nd"}};
    Trace *trace = traced(scene, one_length);
    for (int i = 0; i < COSTED_KINDS; i++)
        check_formula(trace, formulas[i][0], formulas[i][1]);
}
