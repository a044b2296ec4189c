#include "trace/formula.h"

#include "support/scene.h"

static void check(Scene *scene, const char *formula, const char *expected)
{
    assert_string_equal(formula_plain(scene->arena, formula), expected);
}

TEST(what_has_no_marks_stays_as_it_is)
{
    check(scene, "", "");
    check(scene, "X", "X");
    check(scene, "softmax(XXᵀ/√d + M) X", "softmax(XXᵀ/√d + M) X");
    check(scene, "a, b {c} d", "a, b {c} d");
}

TEST(a_mark_lowers_the_character_that_follows)
{
    check(scene, "softmax(QKᵀ/√d_k)", "softmax(QKᵀ/√dₖ)");
    check(scene, "x_0 + x_9", "x₀ + x₉");
    check(scene, "a_i b_j c_k d_m e_n f_p g_t h_v i_h", "aᵢ bⱼ cₖ dₘ eₙ fₚ gₜ hᵥ iₕ");
    check(scene, "x_12", "x₁2");
}

TEST(a_mark_lowers_a_whole_group)
{
    check(scene, "head_{12}", "head₁₂");
    check(scene, "Concat(head_1, …, head_{3})", "Concat(head₁, …, head₃)");
    check(scene, "w_{ij}", "wᵢⱼ");
}

TEST(what_has_no_subscript_keeps_its_mark)
{
    check(scene, "W_Q", "W_Q");
    check(scene, "d_{model}", "d_model");
    check(scene, "d_{k2x}", "d_k2x");
    check(scene, "x_é", "x_é");
}

TEST(a_group_that_is_no_word_gets_round_brackets)
{
    check(scene, "10000^{2i/d}", "10000^(2i/d)");
    check(scene, "x^{n}", "x^(n)");
    check(scene, "x_{i+1}", "x_(i+1)");
    check(scene, "x_{ü}", "x_(ü)");
}

TEST(squares_and_cubes_are_raised)
{
    check(scene, "x^2", "x²");
    check(scene, "σ_i^{2} + x^3", "σᵢ² + x³");
    check(scene, "x^4", "x^4");
    check(scene, "x^{12}", "x^(12)");
}

TEST(a_power_of_one_character_needs_no_brackets)
{
    check(scene, "x^n_i", "x^nᵢ");
}

TEST(a_mark_with_nothing_to_move_is_a_character)
{
    check(scene, "x_", "x_");
    check(scene, "^", "^");
    check(scene, "x_{12", "x_{12");
    check(scene, "x^{", "x^{");
    check(scene, "x_{}", "x_");
}
