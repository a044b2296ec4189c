/* `attnviz neighbours` as a user sees it: lists of words, and sums of words. */
#include "support/program.h"
#include "support/sample.h"

#include <string.h>

static void each_word_has_a_list(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "neighbours ball king -w built-in -o out");
    check_success(run);
    assert_string_equal(line_at(scene, run.output, 0), "“ball”");
    assert_string_equal(line_at(scene, run.output, 1), "“king”");
    check_shows(run, "    Nearest to “ball”: “hit” ", "    Nearest to “king”: ", NULL);
    assert_string_equal(
        scene_list(scene, "out"),
        ".attnviz 00-overview.png 02-word-1-nearest.png 04-word-2-nearest.png trace.txt");
    check_narrow(scene, run.output);
}

static void a_sum_is_an_analogy(void **state)
{
    Scene *scene = *state;
    Run run =
        attnviz(scene, "neighbours king --minus man --plus woman -w built-in -f text,csv -o out");
    check_success(run);
    assert_string_equal(line_at(scene, run.output, 0), "“king − man + woman”");
    assert_non_null(strstr(run.output, "queen"));
    const char *list = scene_read(scene, "out/05-nearest.csv").data;
    assert_null(strstr(list, "\nking,"));
    assert_null(strstr(list, "\nwoman,"));
}

static void options_and_words_come_in_any_order(void **state)
{
    Scene *scene = *state;
    Run first = attnviz(scene, "neighbours -w built-in -k 2 -f text king --plus woman");
    Run last = attnviz(scene, "neighbours king --plus woman -f text -k 2 -w built-in");
    check_success(first);
    assert_string_equal(first.output, last.output);
}

static void as_many_words_as_asked_for(void **state)
{
    Scene *scene = *state;
    check_success(attnviz(scene, "neighbours king --top 3 -w built-in -f csv -o out"));
    assert_int_equal(line_count(scene_read(scene, "out/02-word-1-nearest.csv").data), 4);
}

static void sixteen_words_are_enough(void **state)
{
    const char *arguments[22] = {"neighbours", "-w", "built-in", "-q"};
    for (int i = 4; i < 20; i++)
        arguments[i] = "king";
    check_success(program_run(*state, (Surroundings){.output = NULL}, arguments));
}

static void another_form_is_a_warning(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "neighbours swam -w built-in -q");
    check_warned(run, "swam is looked up as swim");
}

static void words_of_a_file_have_neighbours_too(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "v.csv", "bat,1,0\nball,1,0.1\nmammal,0,1\n");
    Run run = attnviz(scene, "neighbours Bat -E v.csv -f text");
    check_success(run);
    check_shows(run, "d_model = 2, vectors from v.csv\n",
                "    Nearest to “Bat”: “ball” 1.00, “mammal” 0.00.\n", NULL);
}

/* Its perplexity is that of attention, of which there is none here. */
static void static_vectors_have_no_perplexity(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "neighbours king -w built-in -f text");
    check_success(run);
    assert_non_null(strstr(run.output, "learned from WordNet 3.0 (built in): "));
    assert_null(strstr(run.output, "perplexity"));
}

static void a_cosine_of_a_sum_is_explained_to_what_was_given(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(
        scene, "neighbours king --minus man --plus woman -w built-in -e nearest[queen,cosine]");
    check_success(run);
    check_shows(run, "\nsum[sum,48] = ", "\nsum-of-2[sum,48] = ", "\nword-3/unit[woman,48] = ",
                "\n  word-1/vector: learned from WordNet 3.0", NULL);
    assert_string_equal(scene_list(scene, "."), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_word_has_a_list),
        cmocka_unit_test(a_sum_is_an_analogy),
        cmocka_unit_test(options_and_words_come_in_any_order),
        cmocka_unit_test(as_many_words_as_asked_for),
        cmocka_unit_test(sixteen_words_are_enough),
        cmocka_unit_test(another_form_is_a_warning),
        cmocka_unit_test(words_of_a_file_have_neighbours_too),
        cmocka_unit_test(static_vectors_have_no_perplexity),
        cmocka_unit_test(a_cosine_of_a_sum_is_explained_to_what_was_given),
    };
    return run_scenes(tests);
}
