/* --embeddings as a user sees it: vectors of one's own, in random projections or in those of a
 * weights file. */
#include "base/text.h"
#include "support/program.h"

#include <string.h>

static const char by_hand[] = "he,1,0,2,0.5\nbat,2,-1,0,1\nball,2,-1.5,0.25,1\nmammal,0,3,1,-2\n";

/* ---- the main job ---- */

static void a_csv_by_hand_is_what_goes_in(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "v.csv", by_hand);
    Run run = attnviz(scene, "-s 'Bat, he' -E v.csv -n 2 -f text,csv -o out");
    check_success(run);
    assert_non_null(strstr(run.output, "d_model = 4, dₖ = 2,"));
    const char *file = scene_read(scene, "out/01-embeddings.csv").data;
    assert_non_null(strstr(file, "\nBat,2,-1,0,1\r\n"));
    assert_non_null(strstr(file, "\nhe,1,0,2,0.5\r\n"));
    assert_non_null(strstr(run.output, "Left out, having no vector: \",\"."));
}

static void a_glove_text_is_read_too(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "glove.txt", "the 0.418 0.24968 -0.41242 0.1217\nBat 1 2 3 4\n");
    Run run = attnviz(scene, "-s 'the bat' -E glove.txt -n 2 -f csv -o out");
    check_success(run);
    assert_non_null(strstr(scene_read(scene, "out/01-embeddings.csv").data, "\nbat,1,2,3,4\r\n"));
}

static void a_word_without_a_vector_is_a_warning(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "v.csv", by_hand);
    Run run = attnviz(scene, "-s 'he flew' -E v.csv -n 2 -f text");
    check_warned(run, "v.csv has no vector for: flew");
    assert_non_null(strstr(run.output, "    Not in the vocabulary: flew.\n"));
}

static void the_seed_draws_the_projections_and_leaves_the_vectors(void **state)
{
    Scene *scene = *state;
    const char *vectors[3], *weights[3], *const seeds[] = {"1", "2", "1"};
    scene_write(scene, "v.csv", by_hand);
    for (int i = 0; i < 3; i++) {
        check_success(
            attnviz(scene, "-s 'he bat' -E v.csv -n 2 --seed '%s' -f csv -o out", seeds[i]));
        vectors[i] = scene_read(scene, "out/01-embeddings.csv").data;
        weights[i] = scene_read(scene, "out/08-head-1-W_Q.csv").data;
    }
    assert_string_equal(vectors[0], vectors[1]);
    assert_string_not_equal(weights[0], weights[1]);
    assert_string_equal(weights[0], weights[2]);
}

static void an_odd_dimension_goes_without_positions(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "five.csv", "he,1,2,3,4,5\nbat,5,4,3,2,1\n");
    check_success(attnviz(scene, "-s 'he bat' -E five.csv -n 5 -p none -q"));
}

/* ---- with weights ---- */

/* Two lines of 48 numbers, which fit the built-in projections. */
static void write_fitting(Scene *scene, const char *path)
{
    Text file = text_new(scene->arena);
    for (int w = 0; w < 2; w++) {
        text_add(&file, w ? "\nbat" : "he");
        for (int k = 0; k < 48; k++)
            text_format(&file, " %d.5", (7 * k + 5 * w) % 11 - 5);
    }
    text_add(&file, "\n");
    scene_write(scene, path, file.data);
}

static void vectors_that_fit_go_through_learned_projections(void **state)
{
    Scene *scene = *state;
    write_fitting(scene, "v.txt");
    check_success(attnviz(scene, "-s 'he bat' -w built-in -f csv -o own"));
    Run run = attnviz(scene, "-s 'he bat' -E v.txt -w built-in -f text,csv -o out");
    check_success(run);
    assert_string_equal(scene_read(scene, "out/08-head-1-W_Q.csv").data,
                        scene_read(scene, "own/08-head-1-W_Q.csv").data);
    assert_non_null(strstr(scene_read(scene, "out/01-embeddings.csv").data, "\nhe,-5.5,2.5,"));
    assert_null(strstr(run.output, "(built in), seed"));
}

static void vectors_that_do_not_fit_are_refused(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "v.csv", by_hand);
    Run run = attnviz(scene, "-s 'he bat' -E v.csv -w built-in");
    check_refused(run, EXIT_FAILURE,
                  "v.csv has 4 numbers a word, but the weights (learned "
                  "from WordNet 3.0 (built in)) have 48");
    assert_string_equal(scene_list(scene, "."), "v.csv");
}

/* ---- the other commands ---- */

static void a_comparison_lists_all_words_of_the_file(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "v.csv", by_hand);
    Run run = attnviz(scene, "compare -W bat -s 'he bat' -s bat -E v.csv -n 2 -f text,csv -o out");
    check_success(run);
    const char *list = scene_read(scene, "out/02-static-nearest.csv").data;
    assert_non_null(strstr(list, "\nball,0.98"));
    assert_non_null(strstr(list, "\nmammal,"));
    assert_null(strstr(list, "\nbat,"));
}

static void projections_of_ones_own_vectors_are_measured(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "v.csv", by_hand);
    Run run = attnviz(scene, "projections -s 'he bat ball' -E v.csv -n 2 -f text");
    check_success(run);
    assert_non_null(strstr(run.output, "The scores XXᵀ are symmetric (1.00)"));
}

static void an_unknown_word_has_no_neighbours(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "v.csv", by_hand);
    Run run = attnviz(scene, "neighbours wug -E v.csv");
    check_refused(run, EXIT_FAILURE, "v.csv has no vector for 'wug'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_csv_by_hand_is_what_goes_in),
        cmocka_unit_test(a_glove_text_is_read_too),
        cmocka_unit_test(a_word_without_a_vector_is_a_warning),
        cmocka_unit_test(the_seed_draws_the_projections_and_leaves_the_vectors),
        cmocka_unit_test(an_odd_dimension_goes_without_positions),
        cmocka_unit_test(vectors_that_fit_go_through_learned_projections),
        cmocka_unit_test(vectors_that_do_not_fit_are_refused),
        cmocka_unit_test(a_comparison_lists_all_words_of_the_file),
        cmocka_unit_test(projections_of_ones_own_vectors_are_measured),
        cmocka_unit_test(an_unknown_word_has_no_neighbours),
    };
    return run_scenes(tests);
}
