/* What gradients through time show: steps, curves, and sentences true of the numbers. */
#include "trace/gradient_flow.h"

#include "base/number.h"
#include "support/explained.h"
#include "support/sample.h"
#include "support/sentence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const FlowSettings plain = {
    .kind = CELL_TANH, .length = 30, .units = 8, .deviation = 0.01, .gate_bias = -2, .seed = 1};

static const double three[] = {0.5, 1, 1.5};

static Trace *trace_with(Scene *scene, FlowSettings settings, const double *gains, int count)
{
    GradientFlow *flow = arena_alloc(scene->arena, 1, sizeof *flow);
    Graph *g = graph_new(scene->arena);
    graph_name(g);
    *flow = gradient_flow(scope_of(g), settings, gains, count);
    return trace_gradient_flow(g, flow);
}

static void each_gain_has_its_states_and_gradients(void **state)
{
    static const char *const ids[] = {
        "gain-1/states", "gain-1/gradients", "gain-2/states", "gain-2/gradients",
        "gain-3/states", "gain-3/gradients", "norms",         "growth"};
    Trace *trace = trace_with(*state, plain, three, 3);
    assert_int_equal(trace->step_count, 8);
    for (int i = 0; i < 8; i++)
        assert_string_equal(trace->steps[i].id, ids[i]);
    assert_string_equal(trace->provenance,
                        "rnn cell, T = 30, n = 8, U = gain × orthogonal, inputs of deviation 0.01, "
                        "weights random, not learned, seed 1");
    assert_null(trace_setting(trace, "gate bias"));
    assert_string_equal(trace_setting(trace, "gain"), "0.5,1,1.5");
}

static void norms_are_curves_over_the_distance(void **state)
{
    Trace *trace = trace_with(*state, plain, three, 3);
    const Step *norms = step_named(trace, "norms");
    assert_int_equal(norms->form, FORM_CURVES);
    assert_true(norms->curves->log_y && !norms->curves->log_x);
    assert_int_equal(norms->rows.count, 30);
    assert_string_equal(norms->rows.labels[29], "29");
    assert_string_equal(norms->cols.labels[1], "gain 1");
    for (int d = 0; d < 30; d++)
        assert_true(norms->curves->x[d] == d);
    assert_string_equal(trace->panels[0].steps[0]->id, "norms");
}

/* "to 0.957 at gain 1 (holds, ×0.998 a step)", held against the numbers of the step. */
static void the_sentence_says_what_becomes_of_each_gain(void **state)
{
    Scene *scene = *state;
    Trace *trace = trace_with(scene, plain, three, 3);
    const char *parts[MOST_PARTS];
    assert_true(sentence_matches(scene->arena, step_named(trace, "norms")->note,
                                 "Over 29 steps the norm goes from 1 to % at gain 0.5 (vanishes, "
                                 "×% a step), to % at gain 1 (holds, ×% a step), to % at gain 1.5 "
                                 "(explodes, ×% a step). Below 1/10 it has vanished, above 10 "
                                 "exploded; from 1/2 to 2 it holds.",
                                 parts));
    Tensor norms = step_named(trace, "norms")->node->value;
    assert_string_equal(parts[0], "1.86e−09");
    for (int i = 0; i < 3; i++) {
        double end = (double)at(norms, 29, i);
        if (i)
            assert_true(fabs(number_in(parts[2 * i]) / end - 1) < 0.006);
        assert_true(fabs(number_in(parts[2 * i + 1]) - pow(end, 1.0 / 29)) < 0.006);
    }
}

/* With nearly straight units a step multiplies by the gain: over two steps by its square. */
static void what_shrinks_or_grows_neither_vanishes_nor_holds(void **state)
{
    static const double gains[] = {0.3, 0.4, 0.65, 0.75, 1.4, 1.5, 3, 3.3};
    static const char *const fates[] = {"vanishes", "shrinks", "shrinks", "holds",
                                        "holds",    "grows",   "grows",   "explodes"};
    Scene *scene = *state;
    FlowSettings settings = plain;
    settings.length = 3;
    for (int i = 0; i < 8; i++) {
        const Trace *trace = trace_with(scene, settings, &gains[i], 1);
        assert_non_null(strstr(step_named(trace, "norms")->note,
                               arena_format(scene->arena, " (%s, ×", fates[i])));
    }
}

static void gains_are_told_as_they_were_given(void **state)
{
    static const double gains[] = {1.0004, 1000};
    FlowSettings settings = plain;
    settings.length = 2;
    const Trace *trace = trace_with(*state, settings, gains, 2);
    assert_string_equal(step_named(trace, "norms")->cols.labels[0], "gain 1.0004");
    assert_string_equal(step_named(trace, "norms")->cols.labels[1], "gain 1000");
    assert_string_equal(trace_setting(trace, "gain"), "1.0004,1000");
}

static void states_say_what_tanh_lets_through(void **state)
{
    Scene *scene = *state;
    Trace *trace = trace_with(scene, plain, three, 3);
    const char *parts[MOST_PARTS];
    const Step *states = step_named(trace, "gain-3/states");
    double sum = 0;
    for (size_t i = 0; i < tensor_size(states->node->value); i++)
        sum += 1 - pow((double)states->node->value.data[i], 2);
    assert_true(sentence_matches(
        scene->arena, states->note,
        "On average tanh lets % of a gradient through: the mean of 1 − h².", parts));
    assert_true(fabs(number_in(parts[0]) - sum / (30 * 8)) < 0.001);
}

static void what_would_round_to_all_is_told_by_what_is_lost(void **state)
{
    Scene *scene = *state;
    const char *parts[MOST_PARTS];
    const Step *states = step_named(trace_with(scene, plain, three, 1), "gain-1/states");
    assert_true(sentence_matches(
        scene->arena, states->note,
        "On average tanh lets all but % of a gradient through: the mean of 1 − h².", parts));
    double lost = 0;
    for (size_t i = 0; i < tensor_size(states->node->value); i++)
        lost += pow((double)states->node->value.data[i], 2) / (30 * 8);
    assert_true(fabs(number_in(parts[0]) / lost - 1) < 0.006);
    FlowSettings still = plain;
    still.deviation = 0;
    assert_string_equal(step_named(trace_with(scene, still, three, 1), "gain-1/states")->note,
                        "On average tanh lets all of a gradient through: the mean of 1 − h².");
}

static void explanations_name_all_that_they_pass_through(void **state)
{
    static const struct {
        const char *id;
        int row, col;
    } cells[] = {{"gain-2/states", 2, 1}, {"gain-2/gradients", 2, 1}, {"growth", 0, 1},
                 {"clipped", 1, 0},       {"clipped", 1, 4},          {"clipped", 1, 5}};
    Scene *scene = *state;
    for (int kind = 0; kind < 2; kind++) {
        FlowSettings settings = plain;
        settings.kind = kind ? CELL_GRU : CELL_TANH;
        settings.length = 4;
        settings.units = 3;
        settings.clip = 1;
        const Trace *trace = trace_with(scene, settings, three, 3);
        for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
            check_all_named(scene, trace,
                            explained(scene, trace, cells[i].id, cells[i].row, cells[i].col, 0));
    }
}

static void a_gru_tells_of_its_gate(void **state)
{
    Scene *scene = *state;
    FlowSettings settings = plain;
    settings.kind = CELL_GRU;
    Trace *trace = trace_with(scene, settings, three, 3);
    /* σ(−2) = 0.1192 */
    assert_string_equal(step_named(trace, "gain-1/states")->note,
                        "On average the update gate is 0.119: a step keeps 0.881 of the state "
                        "before.");
    assert_string_equal(trace_setting(trace, "gate bias"), "−2");
}

static void what_is_lost_is_said(void **state)
{
    static const double gain = 0.01;
    Trace *trace = trace_with(*state, plain, &gain, 1);
    Tensor norms = step_named(trace, "norms")->node->value;
    int last = 29;
    while (!(at(norms, last, 0) > 0))
        last--;
    if (sizeof(real) == sizeof(float))
        assert_true(last < 29);
    Scene *scene = *state;
    if (last < 29) {
        assert_string_equal(
            step_named(trace, "growth")->note,
            arena_format(scene->arena,
                         "At gain 0.01 nothing is left beyond distance %d: in the precision "
                         "computed with, the gradient is 0.",
                         last));
        assert_string_equal(step_named(trace, "gain-1/gradients")->note,
                            "Back at the first word nothing is left of any unit's gradient.");
    }
    assert_true(fabs((double)step_named(trace, "growth")->node->value.data[0] - 0.01) < 1e-4);
}

static void clipping_tells_how_many_were_too_long(void **state)
{
    Scene *scene = *state;
    FlowSettings settings = plain;
    settings.clip = 1e3;
    assert_string_equal(step_named(trace_with(scene, settings, three, 3), "clipped")->note,
                        "No gradient is longer than 1e+03: nothing is clipped.");
    settings.clip = 10;
    Trace *trace = trace_with(scene, settings, three, 3);
    Tensor clipped = step_named(trace, "clipped")->node->value;
    int longer = 0;
    for (int i = 0; i < 3; i++) {
        longer += at(clipped, i, 3) > 10;
        assert_true((double)at(clipped, i, 5) <= 10.0001);
    }
    const char *parts[MOST_PARTS];
    assert_in_range(longer, 1, 2);
    assert_true(sentence_matches(scene->arena, step_named(trace, "clipped")->note,
                                 "% of 3 gradients % longer than 10 and brought down to it; the "
                                 "longest, at gain %, was % and is taken times %.",
                                 parts));
    assert_int_equal((int)number_in(parts[0]), longer);
    assert_true(fabs(number_in(parts[3]) * number_in(parts[4]) / 10 - 1) < 0.01);
}

/* Two digits that are not 0, however long the gradient was. */
static void a_clipping_factor_is_never_shown_as_0(void **state)
{
    static const double gains[] = {1.5, 30};
    FlowSettings settings = plain;
    settings.length = 40;
    settings.clip = 0.01;
    const Trace *trace = trace_with(*state, settings, gains, 2);
    const Step *step = step_named(trace, "clipped");
    char shown[NUMBER_SIZE];
    for (int i = 0; i < 2; i++) {
        double factor = (double)at(step->node->value, i, 4);
        number_fixed(shown, factor, step_decimals(step, 2));
        assert_true(factor < 0.01 && fabs(strtod(shown, NULL) - factor) < 0.05 * factor);
    }
    assert_int_equal(step_decimals(step, 8), 8);
    assert_int_equal(step_decimals(step_named(trace, "norms"), 2), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_gain_has_its_states_and_gradients),
        cmocka_unit_test(norms_are_curves_over_the_distance),
        cmocka_unit_test(the_sentence_says_what_becomes_of_each_gain),
        cmocka_unit_test(what_shrinks_or_grows_neither_vanishes_nor_holds),
        cmocka_unit_test(gains_are_told_as_they_were_given),
        cmocka_unit_test(states_say_what_tanh_lets_through),
        cmocka_unit_test(what_would_round_to_all_is_told_by_what_is_lost),
        cmocka_unit_test(explanations_name_all_that_they_pass_through),
        cmocka_unit_test(a_gru_tells_of_its_gate),
        cmocka_unit_test(what_is_lost_is_said),
        cmocka_unit_test(clipping_tells_how_many_were_too_long),
        cmocka_unit_test(a_clipping_factor_is_never_shown_as_0),
    };
    return run_scenes(tests);
}
