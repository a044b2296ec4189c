/* `attnviz cost` as a user sees it. */
#include "support/program.h"

#include <string.h>

static void it_prints_table_1_and_draws_it(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "cost --length 10,100,1000 --dim 512 --kernel 3 --out out");
    check_success(run);
    check_shows(run, "self-attention     102,800   10,280,000  1,028,000,000\n",
                "n²d = nd² at n = d = 512.", NULL);
    assert_string_equal(scene_list(scene, "out"),
                        ".attnviz 00-overview.png 02-growth.png 03-growth-real.png trace.txt");
}

static void these_are_the_defaults(void **state)
{
    Scene *scene = *state;
    Run plain = attnviz(scene, "cost --format text");
    Run same =
        attnviz(scene, "cost --format text --length 10,100,1000 --dim 512 --kernel 3 --window 16");
    assert_string_equal(plain.output, same.output);
}

static void a_count_is_explained_by_its_operations(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "cost -e multiply-adds[self-attention,10]");
    check_success(run);
    check_shows(run,
                "multiply-adds[self-attention,10] = 102800\n"
                "  = 1 × 51200 + 1 × 100 + 1 × 300 + 1 × 51200\n",
                "  = 100 × 512\n", NULL);
}

/* 2 · 999² · 512 + 4 · 999²: more digits than a float has. */
static void files_have_every_digit(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "cost --length 999 --format csv,json --out out --quiet");
    check_success(run);
    Bytes csv = scene_read(scene, "out/01-multiply-adds.csv");
    Bytes json = scene_read(scene, "out/trace.json");
    assert_non_null(strstr((const char *)csv.data, "self-attention,1025945028\r\n"));
    assert_non_null(strstr((const char *)json.data, "[1025945028]"));
}

static void what_is_no_list_of_lengths_or_no_size_is_refused_in_one_line(void **state)
{
    static const Refusal wrong[] = {
        {"--length 0", EXIT_USAGE, "--length: 0 is not from 1 to 1000000"},
        {"--length -1", EXIT_USAGE, "--length: -1 is not from 1 to 1000000"},
        {"--length abc", EXIT_USAGE, "--length: 'abc' is not a whole number"},
        {"--length 10,,20", EXIT_USAGE, "--length: '' is not a whole number"},
        {"--length 10,10", EXIT_USAGE, "--length: 10 after 10: lengths ascend"},
        {"--length 1,2,3,4,5,6,7,8,9", EXIT_USAGE, "--length: more than 8 lengths"},
        {"--length 1000001", EXIT_USAGE, "--length: 1000001 is not from 1 to 1000000"},
        {"--dim 0", EXIT_USAGE, "--dim: 0 is not from 1 to 4096"},
        {"--kernel 1", EXIT_USAGE, "--kernel: 1 is not from 2 to 99"},
        {"--window 0", EXIT_USAGE, "--window: 0 is not from 1 to 500"},
    };
    check_refusals(*state, "cost", wrong, sizeof wrong / sizeof *wrong);
}

static void an_even_kernel_and_a_window_wider_than_the_sentence_are_fine(void **state)
{
    Scene *scene = *state;
    check_success(attnviz(scene, "cost --kernel 4 --length 1 --dim 1 --window 500 --quiet"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_prints_table_1_and_draws_it),
        cmocka_unit_test(these_are_the_defaults),
        cmocka_unit_test(a_count_is_explained_by_its_operations),
        cmocka_unit_test(files_have_every_digit),
        cmocka_unit_test(what_is_no_list_of_lengths_or_no_size_is_refused_in_one_line),
        cmocka_unit_test(an_even_kernel_and_a_window_wider_than_the_sentence_are_fine),
    };
    return run_scenes(tests);
}
