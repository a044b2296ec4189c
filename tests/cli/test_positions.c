/* `attnviz positions` as a user sees it. */
#include "support/program.h"

#include <string.h>

static void it_prints_tables_and_draws_pictures(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "positions --length 12 --dim 8 --out out");
    check_success(run);
    assert_non_null(strstr(run.output, "d_model = 8, 12 positions, base 10000"));
    assert_non_null(strstr(run.output, "dots   12 × 12   PE PEᵀ"));
    assert_non_null(strstr(scene_list(scene, "out"),
                           "00-overview.png 01-encodings.png 02-waves.png 03-dots.png "
                           "04-distances.png 05-rotation.png trace.txt"));
}

static void another_base_stands_beside_the_papers(void **state)
{
    Run run = attnviz(*state, "positions --base 1000 --format text");
    check_success(run);
    assert_non_null(strstr(run.output, "With base 1000 the dot product goes"));
    assert_non_null(strstr(run.output, "base 10000"));
}

/* Two columns of one name could not be told apart. */
static void what_is_nearly_the_papers_base_stands_beside_a_posts(void **state)
{
    Run run = attnviz(*state, "positions --base 9999.9999 --format text");
    check_success(run);
    assert_non_null(strstr(run.output, "base 10000  base 1000\n"));
}

static void a_number_is_explained_by_its_sine(void **state)
{
    Run run = attnviz(*state, "positions --explain 'encodings[5,cos 2]'");
    check_success(run);
    assert_non_null(strstr(run.output, "= cos(5 / 10000^(2/48))"));
}

static void what_makes_no_positions_is_refused_in_one_line(void **state)
{
    static const Refusal wrong[] = {
        {"--dim 5", EXIT_USAGE, "--dim 5 is odd, but sines and cosines go in pairs of features"},
        {"--length 0", EXIT_USAGE, "--length: 0 is not from 1 to 1024"},
        {"--base 0.5", EXIT_USAGE, "--base: 0.5 is not from 1 to 1e+12"},
        {"--base many", EXIT_USAGE, "--base: 'many' is not a decimal number"},
        {"--heads 3", EXIT_USAGE, "--heads is no option of attnviz positions"},
    };
    check_refusals(*state, "positions", wrong, sizeof wrong / sizeof *wrong);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_prints_tables_and_draws_pictures),
        cmocka_unit_test(another_base_stands_beside_the_papers),
        cmocka_unit_test(what_is_nearly_the_papers_base_stands_beside_a_posts),
        cmocka_unit_test(a_number_is_explained_by_its_sine),
        cmocka_unit_test(what_makes_no_positions_is_refused_in_one_line),
    };
    return run_scenes(tests);
}
