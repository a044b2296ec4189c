/* What gradients through time show: steps, curves, and sentences true of the numbers. */
#include "base/number.h"
#include "support/explained.h"
#include "support/sample.h"
#include "support/sentence.h"
#include "support/steps.h"
#include "support/traced.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Eight units; and what is added to that. */
static Trace *gradients(Scene *scene, const char *options)
{
    return traced(scene, arena_format(scene->arena, "gradients --dim 8 %s", options));
}

TEST(each_gain_has_its_states_and_gradients)
{
    Trace *trace = gradients(scene, "");
    check_ids(scene, trace,
              "gain-1/states gain-1/gradients gain-2/states gain-2/gradients gain-3/states "
              "gain-3/gradients norms growth");
    assert_string_equal(trace->provenance,
                        "RNN cell, T = 30, n = 8, U = gain × orthogonal, inputs of deviation 0.01, "
                        "weights random, not learned, seed 1");
    check_setting(trace, "gate bias", NULL);
    check_setting(trace, "gain", "0.5,1,1.5");
}

TEST(norms_are_curves_over_the_distance)
{
    Trace *trace = gradients(scene, "");
    const Step *norms = step_named(trace, "norms");
    assert_int_equal(norms->form, FORM_CURVES);
    assert_true(norms->curves->log_y && !norms->curves->log_x);
    assert_int_equal(norms->rows.count, 30);
    assert_string_equal(norms->rows.labels[29], "29");
    assert_string_equal(norms->cols.labels[1], "gain 1");
    for (int d = 0; d < 30; d++)
        assert_true(norms->curves->x[d] == d);
    assert_string_equal(trace->panels[0].places[0].step->id, "norms");
}

/* "to 0.957 at gain 1 (holds, ×0.998 per step)", held against the numbers of the step. */
TEST(the_sentence_says_what_becomes_of_each_gain)
{
    Trace *trace = gradients(scene, "");
    const char *parts[MOST_PARTS];
    assert_true(
        sentence_matches(scene->arena, step_named(trace, "norms")->note,
                         "Over 29 steps the norm goes from 1 to % at gain 0.5 (vanishes, "
                         "×% per step), to % at gain 1 (holds, ×% per step), to % at gain 1.5 "
                         "(explodes, ×% per step). Below 1/10 it has vanished, above 10 "
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
TEST(what_shrinks_or_grows_neither_vanishes_nor_holds)
{
    static const struct {
        const char *gain, *fate;
    } cases[] = {{"0.3", "vanishes"}, {"0.4", "shrinks"}, {"0.65", "shrinks"}, {"0.75", "holds"},
                 {"1.4", "holds"},    {"1.5", "grows"},   {"3", "grows"},      {"3.3", "explodes"}};
    for (int i = 0; i < 8; i++)
        check_told(
            gradients(scene, arena_format(scene->arena, "--length 3 --gain %s", cases[i].gain)),
            "norms", arena_format(scene->arena, " (%s, ×", cases[i].fate));
}

TEST(gains_are_told_as_they_were_given)
{
    const Trace *trace = gradients(scene, "--length 2 --gain 1.0004,1000");
    assert_string_equal(step_named(trace, "norms")->cols.labels[0], "gain 1.0004");
    assert_string_equal(step_named(trace, "norms")->cols.labels[1], "gain 1000");
    check_setting(trace, "gain", "1.0004,1000");
}

TEST(states_say_what_tanh_lets_through)
{
    Trace *trace = gradients(scene, "");
    const char *parts[MOST_PARTS];
    const Step *states = step_named(trace, "gain-3/states");
    double sum = 0;
    for (size_t i = 0; i < tensor_size(states->node->value); i++)
        sum += 1 - pow((double)states->node->value.data[i], 2);
    assert_true(sentence_matches(scene->arena, states->note,
                                 "On average tanh multiplies a gradient by %: the mean of 1 − h².",
                                 parts));
    assert_true(fabs(number_in(parts[0]) - sum / (30 * 8)) < 0.001);
}

TEST(what_would_round_to_all_is_told_by_what_is_lost)
{
    const char *parts[MOST_PARTS];
    const Step *states = step_named(gradients(scene, "--gain 0.5"), "gain-1/states");
    assert_true(sentence_matches(
        scene->arena, states->note,
        "On average tanh multiplies a gradient by 1 − %: the mean of 1 − h².", parts));
    double lost = 0;
    for (size_t i = 0; i < tensor_size(states->node->value); i++)
        lost += pow((double)states->node->value.data[i], 2) / (30 * 8);
    assert_true(fabs(number_in(parts[0]) / lost - 1) < 0.006);
    check_note(gradients(scene, "--gain 0.5 --input 0"), "gain-1/states",
               "On average tanh multiplies a gradient by 1: the mean of 1 − h².");
}

TEST(explanations_name_all_that_they_pass_through)
{
    static const struct {
        const char *id;
        int row, col;
    } cells[] = {{"gain-2/states", 2, 1}, {"gain-2/gradients", 2, 1}, {"growth", 0, 1},
                 {"clipped", 1, 0},       {"clipped", 1, 4},          {"clipped", 1, 5}};
    static const char *const kinds[] = {"rnn", "gru"};
    for (int kind = 0; kind < 2; kind++) {
        const Trace *trace = traced(
            scene, arena_format(scene->arena, "gradients --dim 3 --length 4 --clip 1 --cell %s",
                                kinds[kind]));
        for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
            check_all_named(scene, trace,
                            explained(scene, trace, cells[i].id, cells[i].row, cells[i].col, 0));
    }
}

TEST(a_gru_tells_of_its_gate)
{
    Trace *trace = gradients(scene, "--cell gru");
    /* σ(−2) = 0.1192 */
    check_note(trace, "gain-1/states",
               "On average the update gate is 0.119: a step keeps 0.881 of the state "
               "before.");
    check_setting(trace, "gate bias", "−2");
}

TEST(what_is_lost_is_said)
{
    Trace *trace = gradients(scene, "--gain 0.01");
    Tensor norms = step_named(trace, "norms")->node->value;
    int last = 29;
    while (!(at(norms, last, 0) > 0))
        last--;
    if (sizeof(real) == sizeof(float))
        assert_true(last < 29);
    if (last < 29) {
        check_note(trace, "growth",
                   arena_format(scene->arena,
                                "At gain 0.01 nothing is left beyond distance %d: in the precision "
                                "computed with, the gradient is 0.",
                                last));
        check_note(trace, "gain-1/gradients",
                   "Back at the first word nothing is left of any unit's gradient.");
    }
    assert_true(fabs((double)step_named(trace, "growth")->node->value.data[0] - 0.01) < 1e-4);
}

TEST(clipping_tells_how_many_were_too_long)
{
    check_note(gradients(scene, "--clip 1000"), "clipped",
               "No gradient is longer than 1e+03: nothing is clipped.");
    Trace *trace = gradients(scene, "--clip 10");
    Tensor clipped = step_named(trace, "clipped")->node->value;
    int longer = 0;
    for (int i = 0; i < 3; i++) {
        longer += at(clipped, i, 3) > 10;
        assert_true((double)at(clipped, i, 5) <= 10.0001);
    }
    const char *parts[MOST_PARTS];
    assert_in_range(longer, 1, 2);
    assert_true(sentence_matches(scene->arena, step_named(trace, "clipped")->note,
                                 "% of 3 gradients % longer than 10 and scaled down to it; the "
                                 "longest, at gain %, was % and is multiplied by %.",
                                 parts));
    assert_int_equal((int)number_in(parts[0]), longer);
    assert_true(fabs(number_in(parts[3]) * number_in(parts[4]) / 10 - 1) < 0.01);
}

/* Two digits that are not 0, however long the gradient was. */
TEST(a_clipping_factor_is_never_shown_as_0)
{
    const Trace *trace = gradients(scene, "--length 40 --clip 0.01 --gain 1.5,30");
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
