/* `attnviz projections` as a user sees it: what the learned projections do that XXᵀ does not. */
#include "base/number.h"
#include "support/program.h"
#include "support/sample.h"

#include <stdlib.h>
#include <string.h>

static const char bats[] = "He hit the ball with the bat";

/* The number in a row and a column, from 1 behind the labels, of a CSV file. */
static double csv_number(Scene *scene, const char *path, int row, int col)
{
    const char *field = line_at(scene, scene_read(scene, path).data, row);
    for (int i = 0; i < col; i++)
        field = strchr(field, ',') + 1;
    return strtod(field, NULL);
}

static void the_measures_tell_xxt_from_the_heads(void **state)
{
    Scene *scene = *state;
    check_success(attnviz(scene, "projections -s '%s' -w built-in -f csv -o out", bats));
    for (int h = 0; h <= 3; h++) {
        double symmetry = csv_number(scene, "out/11-symmetry.csv", 1 + h, 1);
        double kept = csv_number(scene, "out/12-diagonal.csv", 1 + h, 1);
        double away = csv_number(scene, "out/16-distances.csv", 1, 1 + h);
        assert_true(h ? symmetry < 0.5 : symmetry == 1);
        assert_true(h ? kept < 0.2 : kept > 0.8);
        assert_true(h ? away > 0.8 : away == 0);
    }
}

/* Its matrices are those of the main job, to the last digit. */
static void the_matrices_are_the_main_jobs(void **state)
{
    Scene *scene = *state;
    check_success(attnviz(scene, "projections -s '%s' -w built-in -m causal -f csv -o page", bats));
    check_success(attnviz(scene, "-s '%s' -w built-in -m causal -f csv -o job", bats));
    assert_string_equal(scene_read(scene, "page/04-head-1-weights.csv").data,
                        scene_read(scene, "job/19-head-1-weights.csv").data);
    assert_string_equal(scene_read(scene, "page/09-mean-weights.csv").data,
                        scene_read(scene, "job/46-mean-weights.csv").data);
}

static void the_terminal_says_what_to_say_in_class(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "projections -s '%s' -w built-in -f text -o out", bats);
    check_success(run);
    assert_string_equal(line_at(scene, run.output, 0), "“He hit the ball with the bat”");
    check_shows(run,
                "    Without projections 7 of 7 words look most at "
                "themselves.\n",
                "    With projections 0 of 7 words look most at "
                "themselves; “bat” looks at “hit”\n",
                NULL);
    check_narrow(scene, run.output);
}

static void any_heads_and_masks_have_a_page(void **state)
{
    static const char *const heads[] = {"1", "3", "12"}, *const masks[] = {"none", "causal"};
    Scene *scene = *state;
    for (int h = 0; h < 3; h++)
        for (int m = 0; m < 2; m++) {
            check_success(attnviz(
                scene,
                "projections -s 'a bat flew' -n '%s' -m '%s' -w built-in -f png,csv -q -o out",
                heads[h], masks[m]));
            const char *list = scene_list(scene, "out");
            assert_non_null(strstr(list, "00-overview.png"));
            assert_non_null(
                strstr(list, arena_format(scene->arena, "-head-%s-weights.csv", heads[h])));
        }
}

static void one_word_is_enough(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "projections -s bat -w built-in -f text");
    check_success(run);
    assert_non_null(strstr(run.output, "    One score is always symmetric.\n"));
}

static void a_score_is_explained_without_names_of_operations(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "projections -s '%s' -w built-in -e head-1/weights[bat,hit] --depth 3",
                      bats);
    check_success(run);
    check_shows(run, "\nhead-1/scaled[bat,hit] = ", "\nhead-1/scores[bat,hit] = ", NULL);
    assert_null(strstr(run.output, "divide_by_root["));
    run = attnviz(scene, "projections -s '%s' -w built-in -e 'symmetry[head 1,symmetry]' --depth 1",
                  bats);
    check_success(run);
    check_shows(run, "\nsymmetry[head 1,symmetry] = ", "\n  = ",
                NULL); /* its own arithmetic, not a copy's name */
    assert_null(strstr(run.output, "symmetry[1,1]"));
}

static void what_became_of_the_words_is_told(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "projections -s 'The crickets sing.' -w built-in -f text");
    check_success(run);
    check_shows(run, "Looked up in another form: crickets as cricket.", "\".\".", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_measures_tell_xxt_from_the_heads),
        cmocka_unit_test(the_matrices_are_the_main_jobs),
        cmocka_unit_test(the_terminal_says_what_to_say_in_class),
        cmocka_unit_test(any_heads_and_masks_have_a_page),
        cmocka_unit_test(one_word_is_enough),
        cmocka_unit_test(a_score_is_explained_without_names_of_operations),
        cmocka_unit_test(what_became_of_the_words_is_told),
    };
    return run_scenes(tests);
}
