/* attnviz retrieve, as a user sees it. */
#include "support/program.h"

#include <string.h>

static void without_options_it_is_an_example_for_the_blackboard(void **state)
{
    Scene *scene = *state;
    Run run = check_success(attnviz(scene, "retrieve"));
    check_shows(run, "dot score, d = 2, 4 keys\n", "      q  0.24  0.09  0.66  0.00   Σ = 1.00\n",
                "Open attnviz-out/00-overview.png first.\n", NULL);
    assert_string_equal(scene_list(scene, "attnviz-out"),
                        ".attnviz 00-overview.png 04-geometry.png 05-scores.png 06-weights.png "
                        "trace.txt");
}

static void vectors_come_from_files_with_their_labels(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "keys.csv", "word,x,y\ncat,1,0\ndog,0,1\n");
    scene_write(scene, "values.csv", "10\n20\n");
    Run run = check_success(
        attnviz(scene, "retrieve --query 0,0 --keys keys.csv --values values.csv --score=scaled"));
    check_shows(run, "query ↓   cat   dog\n      q  0.50  0.50   Σ = 1.00\n",
                "query ↓      1\n      q  15.00\n", NULL);
}

static void a_number_is_explained_down_to_what_was_given(void **state)
{
    Run run = check_success(attnviz(
        *state, "retrieve --query=3,4 --keys 6,8 -e 'geometry[k₁,cos θ]' -e geometry[1,product]"));
    check_shows(run, "(6 × 3 + 8 × 4) / (√(6 × 6 + 8 × 8) × √(3 × 3 + 4 × 4))", "= 50 / (10 × 5)",
                "geometry[k₁,product] = 50", "= 5 × 10\n", "  keys: --keys\n  query: --query\n",
                NULL);
}

static void an_additive_score_draws_its_layer(void **state)
{
    Scene *scene = *state;
    const char *one = check_success(attnviz(scene, "retrieve --score additive")).output;
    const char *two = check_success(attnviz(scene, "retrieve --score additive --seed 2")).output;
    assert_non_null(strstr(one, "additive score, d = 2, 4 keys, weights random, not learned, seed "
                                "1\n"));
    assert_string_not_equal(strstr(one, "projected-query"), strstr(two, "projected-query"));
    /* the two sides need not be of one length */
    check_success(attnviz(scene, "retrieve --score=additive --query 1 '--keys=1,2,3;4,5,6'"));
}

static const Refusal refusals[] = {
    {"--query 1,0,1", 2,
     "--query has 3 numbers, a vector of --keys (the default) 2: only --score additive takes "
     "different lengths"},
    {"--query 1 --keys 1,2", 2,
     "--query has 1 number, a vector of --keys 2: only --score additive takes different lengths"},
    {"--query '1,0;0,1'", 2, "--query: 2 vectors; one asks"},
    {"--query ''", 2, "--query: no vector"},
    {"--query 1,inf", 2, "--query, vector 1: 'inf' is not a decimal number"},
    {"--values '1;2;3'", 2, "--values: 3 values for 4 keys (the default)"},
    {"--keys 1,2 --values '1;2'", 2, "--values: 2 values for 1 key"},
    {"--keys '1,0;0'", 2, "--keys, vector 2: 1 number, but the first vector has 2"},
    {"--keys 1,NaN", 2, "--keys, vector 1: 'NaN' is not a decimal number"},
    {"--keys 'one two'", 2, "--keys, vector 1: 'two' is not a decimal number"},
    {"--keys none.csv", 2, "--keys: 'none.csv' is neither a vector nor a file"},
    {"--keys .", 1, ".: Is a directory"},
    {"--score cosin", 2,
     "--score: 'cosin' is none of dot, scaled, cosine, additive; did you mean cosine?"},
    {"--seed 2", 2, "--seed draws the layer of --score additive: give that too"},
    {"--sentence a", 2, "--sentence is no option of attnviz retrieve"},
    {"two", 2, "unexpected 'two'; this command takes options only"},
    {"-e output[k₁,1]", 2, "--explain 'output[k₁,1]': no query 'k₁'; there are 1: q"},
};

static void what_is_wrong_is_told_in_one_line_and_leaves_nothing(void **state)
{
    check_refusals(*state, "retrieve", refusals, sizeof refusals / sizeof *refusals);
}

/* As large as the limits allow: finite, and written. */
static void huge_numbers_and_vectors_of_zeros_are_no_trouble(void **state)
{
    Run run = check_success(attnviz(
        *state,
        "retrieve --query 1e6,1e6 --keys '1e6,1e6;-1e6,-1e6;0,0' -f json,csv,npy,png,text"));
    assert_non_null(strstr(run.output, "      q  1.00  0.00  0.00   Σ = 1.00\n"));
    check_success(attnviz(*state, "retrieve --score=cosine --query=0,0 '--keys=0,0;1,2'"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_options_it_is_an_example_for_the_blackboard),
        cmocka_unit_test(vectors_come_from_files_with_their_labels),
        cmocka_unit_test(a_number_is_explained_down_to_what_was_given),
        cmocka_unit_test(an_additive_score_draws_its_layer),
        cmocka_unit_test(what_is_wrong_is_told_in_one_line_and_leaves_nothing),
        cmocka_unit_test(huge_numbers_and_vectors_of_zeros_are_no_trouble),
    };
    return run_scenes(tests);
}
