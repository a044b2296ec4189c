/* attnviz gradients, as a user sees it. */
#include "support/program.h"

#include <string.h>

static void without_options_three_gains_vanish_hold_and_explode(void **state)
{
    Scene *scene = *state;
    Run run = check_success(attnviz(scene, "gradients"));
    check_shows(run,
                "    Over 29 steps the norm goes from 1 to 1.86e−09 at gain "
                "0.5 (vanishes, ×0.5 a\n    step), to 0.957 at gain 1 "
                "(holds, ",
                "at gain 1.5\n    (explodes, ", "         1  5.00e−01  9.98e−01  ", NULL);
    assert_string_equal(scene_list(scene, "attnviz-out"),
                        ".attnviz 00-overview.png 07-norms.png 08-growth.png trace.txt");
}

static void a_gru_and_a_clip_add_what_is_theirs(void **state)
{
    Run run = check_success(attnviz(*state, "gradients --cell gru --gain 1 --length 5 --dim 4 "
                                            "--gate-bias=-3 --input 0.5 --clip 0.5 --seed 4"));
    check_shows(run, "gru cell, T = 5, n = 4", "update gate's bias −3", "|∂L/∂U_zr|",
                "5. The gradient of a loss, clipped\n", "long, is brought down to 0.5: times ",
                "  0.50\n", NULL);
}

static void a_norm_is_explained_by_the_gradients_of_the_units(void **state)
{
    Run run = check_success(
        attnviz(*state, "gradients --dim 2 --length 4 -e 'norms[3,gain 1.5]' -e growth[1,1]"));
    check_shows(run, " / √2\n", "gain-3/jacobian-3: a backward pass for each row", ")^(1 / 3)\n",
                NULL);
}

static const Refusal refusals[] = {
    {"--length 0", 2, "--length: 0 is not from 2 to 500"},
    {"--length -3", 2, "--length: -3 is not from 2 to 500"},
    {"--length 1", 2, "--length: 1 is not from 2 to 500"},
    {"--length 100000", 2, "--length: 100000 is not from 2 to 500"},
    {"--length ten", 2, "--length: 'ten' is not a whole number"},
    {"--dim 0", 2, "--dim: 0 is not from 1 to 128"},
    {"--dim 129", 2, "--dim: 129 is not from 1 to 128"},
    {"--gain nan", 2, "--gain: 'nan' is not a decimal number"},
    {"--gain inf", 2, "--gain: 'inf' is not a decimal number"},
    {"--gain 1,-1", 2, "--gain: -1 is not from 0.001 to 1000"},
    {"--gain 0", 2, "--gain: 0 is not from 0.001 to 1000"},
    {"--gain ''", 2, "--gain: '' is not a decimal number"},
    {"--gain 1,,2", 2, "--gain: '' is not a decimal number"},
    {"--gain 1,2,3,4,5,6,7,8,9", 2, "--gain: more than 8 gains"},
    {"--gain 0.5,1,0.50", 2, "--gain: 0.5 is given twice, to 6 digits"},
    {"--gain 0.5,1,0.50000001", 2, "--gain: 0.5 is given twice, to 6 digits"},
    {"--clip 0", 2, "--clip: 0 is not from 0.001 to 1000"},
    {"--clip -1", 2, "--clip: -1 is not from 0.001 to 1000"},
    {"--clip nan", 2, "--clip: 'nan' is not a decimal number"},
    {"--input -1", 2, "--input: -1 is not from 0 to 10"},
    {"--cell lstm", 2, "--cell: 'lstm' is none of rnn, gru"},
    {"--gate-bias 1", 2, "--gate-bias is of a gate: it goes with --cell gru"},
    {"--cell gru --gate-bias x", 2, "--gate-bias: 'x' is not a decimal number"},
    {"--heads 1", 2, "--heads is no option of attnviz gradients"},
    {"--gain 1,50 --input 0 --length 100", 1,
     "--gain 50: at distance 23 the gradient is beyond the range of float32; take a smaller gain "
     "or --length"},
};

static void what_is_wrong_is_told_in_one_line_and_leaves_nothing(void **state)
{
    check_refusals(*state, "gradients", refusals, sizeof refusals / sizeof *refusals);
}

/* From states that never leave zero to states that are all 1 or −1. */
static void extremes_are_no_trouble(void **state)
{
    check_success(attnviz(*state, "gradients --input 0 --clip 1"));
    check_success(attnviz(
        *state,
        "gradients --input 10 --gain 0.001,1000 --dim 1 --length 2 -f json,csv,npy,png,text"));
    check_success(attnviz(*state, "gradients --gain 0.01 --length 100"));
    check_success(attnviz(*state, "gradients --gain 0.5,0.500001"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_options_three_gains_vanish_hold_and_explode),
        cmocka_unit_test(a_gru_and_a_clip_add_what_is_theirs),
        cmocka_unit_test(a_norm_is_explained_by_the_gradients_of_the_units),
        cmocka_unit_test(what_is_wrong_is_told_in_one_line_and_leaves_nothing),
        cmocka_unit_test(extremes_are_no_trouble),
    };
    return run_scenes(tests);
}
