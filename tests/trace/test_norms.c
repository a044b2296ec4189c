/* The narrator of layer norm beside batch norm. */
#include "trace/norms.h"

#include "base/number.h"
#include "graph/ops.h"
#include "support/gradient.h"
#include "support/sample.h"

#include <math.h>
#include <string.h>

enum { D = 6 };

static const Subject subjects[] = {
    {.sentence = "a b c",
     .tokens = (const char *const[]){"a", "b", "c"},
     .labels = (const char *const[]){"a", "b", "c"}},
    {.sentence = "d e",
     .tokens = (const char *const[]){"d", "e"},
     .labels = (const char *const[]){"d", "e"}},
};
static const NormedSentence sentences[] = {{&subjects[0], 3}, {&subjects[1], 2}};

static Trace *trace_of(Scene *scene, Tensor first, int count, NormComparison *norms)
{
    Graph *g = graph_new(scene->arena);
    Node *inputs[] = {constant(g, first, "test"),
                      constant(g, random_tensor(g->arena, 2, D, "second"), "test")};
    *norms = norms_compared(g, inputs, count);
    return narrate_norms(scene->arena, norms, sentences, count, "of a test");
}

static Trace *trace_of_drawn(Scene *scene, int count, NormComparison *norms)
{
    return trace_of(scene, random_tensor(scene->arena, 3, D, "first"), count, norms);
}

static void a_sentence_alone_has_seven_steps_and_among_others_eleven(void **state)
{
    static const char *const ids[] = {"input",        "layer/mean",   "layer/variance",
                                      "layer/output", "batch/mean",   "batch/variance",
                                      "batch/output", "layer/joined", "layer/change",
                                      "batch/joined", "batch/change"};
    Scene *scene = *state;
    NormComparison norms;
    for (int count = 1; count <= 2; count++) {
        Trace *trace = trace_of_drawn(scene, count, &norms);
        assert_int_equal(trace->step_count, count == 1 ? 7 : 11);
        assert_int_equal(trace->text_count, count);
        for (int i = 0; i < trace->step_count; i++) {
            const Step *step = &trace->steps[i];
            assert_string_equal(step->id, ids[i]);
            assert_int_equal(step->rows.count, rows_of(step->node));
            assert_int_equal(step->cols.count, cols_of(step->node));
            assert_true(step_is_drawn(step));
        }
        assert_true(trace_check(trace, &scene->error));
        assert_int_equal(trace->panels[0].rows, count == 1 ? 3 : 5);
    }
}

static void the_notes_say_what_another_sentence_changes(void **state)
{
    Scene *scene = *state;
    NormComparison norms;
    Trace *trace = trace_of_drawn(scene, 2, &norms);
    Tensor change = norms.batch_change->value;
    int row = 0, col = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < D; j++)
            if (fabs((double)at(change, i, j)) > fabs((double)at(change, row, col))) {
                row = i;
                col = j;
            }
    char digits[NUMBER_SIZE];
    assert_string_equal(
        step_named(trace, "batch/change")->note,
        arena_format(scene->arena,
                     "When another sentence joins the batch, feature %d of %c changes most, by "
                     "%s: a feature's mean and variance are those of all tokens there are.",
                     col + 1, "abc"[row],
                     number_digits(digits, fabs((double)at(change, row, col)), 3)));
    assert_string_equal(step_named(trace, "layer/change")->note,
                        "When another sentence joins the batch, no number changes: a token's mean "
                        "and variance are its own.");
    assert_string_equal(step_named(trace, "layer/joined")->note,
                        "2 tokens of another sentence have joined the batch: each row is still "
                        "taken by itself.");
    assert_string_equal(step_named(trace, "batch/joined")->note,
                        "2 tokens of another sentence have joined the batch: each column is now "
                        "taken over all 5.");
    assert_string_equal(trace->panels[0].titles[3], "layer norm: other sentences change nothing");
    assert_string_equal(trace->panels[0].titles[4], "batch norm: what other sentences change");
}

static void the_notes_name_the_least_and_the_largest_mean(void **state)
{
    Scene *scene = *state;
    Tensor x = tensor_new(scene->arena, 3, D);
    for (int j = 0; j < D; j++) {
        tensor_row(x, 0)[j] = (real)j;     /* mean 2.5 */
        tensor_row(x, 1)[j] = (real)j - 4; /* mean −1.5 */
        tensor_row(x, 2)[j] = 1;           /* no variance */
    }
    NormComparison norms;
    Trace *trace = trace_of(scene, x, 1, &norms);
    assert_string_equal(
        step_named(trace, "layer/mean")->note,
        "A mean for each token, over its 6 features: from −1.5 for b to 2.5 for a.");
    assert_non_null(strstr(step_named(trace, "batch/mean")->note, "for feature 1 to"));
    assert_non_null(strstr(step_named(trace, "layer/output")->note,
                           "Each row that was not one number throughout now has mean 0"));
}

static void numbers_that_are_all_equal_become_0(void **state)
{
    Scene *scene = *state;
    NormComparison norms;
    Trace *trace = trace_of(scene, tensor_new(scene->arena, 3, D), 1, &norms);
    assert_string_equal(step_named(trace, "batch/output")->note,
                        "Each column has one number throughout: all become 0.");
    assert_string_equal(step_named(trace, "batch/variance")->note,
                        "A variance for each feature, over the 3 tokens of the sentence: 0 for "
                        "all.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sentence_alone_has_seven_steps_and_among_others_eleven),
        cmocka_unit_test(the_notes_say_what_another_sentence_changes),
        cmocka_unit_test(the_notes_name_the_least_and_the_largest_mean),
        cmocka_unit_test(numbers_that_are_all_equal_become_0),
    };
    return run_scenes(tests);
}
