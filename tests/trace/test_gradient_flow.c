/* What gradients through time show: steps, curves, and sentences true of the numbers. */
#include "document/document.h"
#include "support/sample.h"
#include "support/sentence.h"
#include "support/steps.h"
#include "support/traced.h"

/* Eight units; and what is added to that. */
static Trace *gradients(Scene *scene, const char *options)
{
    return traced(scene, arena_format(scene->arena, "gradients --dim 8 %s", options));
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
        number_fixed(shown, factor, fixed_format(step, 2).decimals);
        assert_true(factor < 0.01 && fabs(strtod(shown, NULL) - factor) < 0.05 * factor);
    }
    assert_int_equal(fixed_format(step, 8).decimals, 8);
    assert_int_equal(fixed_format(step_named(trace, "norms"), 2).decimals, 2);
}
