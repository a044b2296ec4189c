#include "trace/formula.h"

#include "support/scene.h"

static void check(Scene *scene, const char *formula, const char *expected)
{
    assert_string_equal(formula_plain(scene->arena, formula), expected);
}

static void what_has_no_marks_stays_as_it_is(void **state)
{
    check(*state, "", "");
    check(*state, "X", "X");
    check(*state, "softmax(XXᵀ/√d + M) X", "softmax(XXᵀ/√d + M) X");
    check(*state, "a, b {c} d", "a, b {c} d");
}

static void a_mark_lowers_the_character_that_follows(void **state)
{
    check(*state, "softmax(QKᵀ/√d_k)", "softmax(QKᵀ/√dₖ)");
    check(*state, "x_0 + x_9", "x₀ + x₉");
    check(*state, "a_i b_j c_k d_m e_n f_p g_t h_v i_h", "aᵢ bⱼ cₖ dₘ eₙ fₚ gₜ hᵥ iₕ");
    check(*state, "x_12", "x₁2");
}

static void a_mark_lowers_a_whole_group(void **state)
{
    check(*state, "head_{12}", "head₁₂");
    check(*state, "Concat(head_1, …, head_{3})", "Concat(head₁, …, head₃)");
    check(*state, "w_{ij}", "wᵢⱼ");
}

static void what_has_no_subscript_keeps_its_mark(void **state)
{
    check(*state, "W_Q", "W_Q");
    check(*state, "d_{model}", "d_model");
    check(*state, "d_{k2x}", "d_k2x");
    check(*state, "x_é", "x_é");
}

static void a_group_that_is_no_word_gets_round_brackets(void **state)
{
    check(*state, "10000^{2i/d}", "10000^(2i/d)");
    check(*state, "x^{n}", "x^(n)");
    check(*state, "x_{i+1}", "x_(i+1)");
    check(*state, "x_{ü}", "x_(ü)");
}

static void squares_and_cubes_are_raised(void **state)
{
    check(*state, "x^2", "x²");
    check(*state, "σ_i^{2} + x^3", "σᵢ² + x³");
    check(*state, "x^4", "x^4");
    check(*state, "x^{12}", "x^(12)");
}

static void a_power_of_one_character_needs_no_brackets(void **state)
{
    check(*state, "x^n_i", "x^nᵢ");
}

static void a_mark_with_nothing_to_move_is_a_character(void **state)
{
    check(*state, "x_", "x_");
    check(*state, "^", "^");
    check(*state, "x_{12", "x_{12");
    check(*state, "x^{", "x^{");
    check(*state, "x_{}", "x_");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_has_no_marks_stays_as_it_is),
        cmocka_unit_test(a_mark_lowers_the_character_that_follows),
        cmocka_unit_test(a_mark_lowers_a_whole_group),
        cmocka_unit_test(what_has_no_subscript_keeps_its_mark),
        cmocka_unit_test(a_group_that_is_no_word_gets_round_brackets),
        cmocka_unit_test(squares_and_cubes_are_raised),
        cmocka_unit_test(a_power_of_one_character_needs_no_brackets),
        cmocka_unit_test(a_mark_with_nothing_to_move_is_a_character),
    };
    return run_scenes(tests);
}
