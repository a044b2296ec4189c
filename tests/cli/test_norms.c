/* `attnviz norms` as a user sees it. */
#include "support/program.h"

#include <string.h>

static void two_sentences_make_a_batch(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "norms -s 'He hit the ball' -s 'Bat is a mammal' --out out");
    check_success(run);
    assert_non_null(strstr(run.output, "the batch, no number changes."));
    assert_non_null(strstr(run.output, "batch/change   4 × 48   BN(B)[1…4, ·] − BN(X)"));
    assert_non_null(strstr(scene_list(scene, "out"), "00-overview.png 01-input.png"));
}

/* Any dimension: there are no heads that would have to divide it. */
static void a_sentence_may_be_alone_and_of_any_dimension(void **state)
{
    Run run = attnviz(*state, "norms -s 'a b' --weights random --dim 10 --format text");
    check_success(run);
    assert_null(strstr(run.output, "joined"));
}

static void a_number_is_explained_down_to_mean_and_variance(void **state)
{
    Run run = attnviz(*state, "norms -s 'He hit the ball' --explain layer/output[ball,1]");
    check_success(run);
    check_shows(run, " + 0.00001)", "layer/mean[ball", "layer/variance[ball", ")^2", NULL);
}

static void too_many_sentences_and_unknown_options_are_refused(void **state)
{
    Scene *scene = *state;
    const char *arguments[36] = {"norms"};
    for (int i = 0; i < 17; i++) {
        arguments[1 + 2 * i] = "-s";
        arguments[2 + 2 * i] = "a";
    }
    Run run = program_run(scene, (Surroundings){0}, arguments);
    check_refused(run, EXIT_USAGE, "17 sentences: give at most 16");
    assert_string_equal(attnviz(scene, "norms -s a --mask causal").errors,
                        "attnviz: --mask is no option of attnviz norms\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_sentences_make_a_batch),
        cmocka_unit_test(a_sentence_may_be_alone_and_of_any_dimension),
        cmocka_unit_test(a_number_is_explained_down_to_mean_and_variance),
        cmocka_unit_test(too_many_sentences_and_unknown_options_are_refused),
    };
    return run_scenes(tests);
}
