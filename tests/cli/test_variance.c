/* `attnviz variance` as a user sees it. */
#include "support/program.h"

#include <string.h>

static void it_prints_tables_and_draws_pictures(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "variance --samples 8 --dim 2,8 --out out");
    check_success(run);
    assert_non_null(strstr(run.output, "8 queries of 16 keys each"));
    assert_non_null(strstr(run.output, "variance   2 × 2   mean (s − μ)²"));
    assert_non_null(strstr(scene_list(scene, "out"), "01-variance.png"));
    assert_non_null(strstr(scene_list(scene, "out"), "00-overview.png"));
}

static void another_seed_draws_other_numbers(void **state)
{
    Scene *scene = *state;
    Run one = attnviz(scene, "variance --dim 8 --format text");
    Run same = attnviz(scene, "variance --dim 8 --format text --seed 1");
    Run other = attnviz(scene, "variance --dim 8 --format text --seed 2");
    assert_string_equal(one.output, same.output);
    assert_string_not_equal(one.output, other.output);
}

static void what_is_no_list_of_sizes_is_refused_in_one_line(void **state)
{
    static const Refusal wrong[] = {
        {"--dim 4,2", EXIT_USAGE, "--dim: 2 after 4: sizes ascend"},
        {"--dim 4,,8", EXIT_USAGE, "--dim: '' is not a whole number"},
        {"--dim 0", EXIT_USAGE, "--dim: 0 is not from 1 to 1024"},
        {"--samples 0", EXIT_USAGE, "--samples: 0 is not from 1 to 4096"},
        {"--dim 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17", EXIT_USAGE,
         "--dim: more than 16 sizes"},
    };
    check_refusals(*state, "variance", wrong, sizeof wrong / sizeof *wrong);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_prints_tables_and_draws_pictures),
        cmocka_unit_test(another_seed_draws_other_numbers),
        cmocka_unit_test(what_is_no_list_of_sizes_is_refused_in_one_line),
    };
    return run_scenes(tests);
}
