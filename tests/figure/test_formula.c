#include "figure/typeset.h"

#include "support/picture.h"

#include <string.h>

static const Line *formula(Studio *studio, const char *text)
{
    return typeset(studio->typesetter, text, TEXT_FORMULA);
}

static bool is_lowered(const PlacedGlyph *glyph)
{
    return glyph->y < 0 && glyph->scale < EM;
}

static bool is_raised(const PlacedGlyph *glyph)
{
    return glyph->y > 0 && glyph->scale < EM;
}

static void an_underscore_lowers_one_character(void **state)
{
    Studio *studio = studio_open(*state);
    const Line *line = formula(studio, "W_QX");
    assert_int_equal(line->glyph_count, 3);
    assert_int_equal(line->glyphs[0].y, 0);
    assert_true(is_lowered(&line->glyphs[1]));
    assert_int_equal(line->glyphs[2].y, 0);
    assert_int_equal(line->glyphs[2].scale, EM);
}

static void a_group_is_lowered_or_raised_as_a_whole(void **state)
{
    Studio *studio = studio_open(*state);
    const Line *lowered = formula(studio, "d_{model}");
    assert_int_equal(lowered->glyph_count, 6);
    for (int i = 1; i < 6; i++)
        assert_true(is_lowered(&lowered->glyphs[i]));
    const Line *raised = formula(studio, "10^{2i/d}");
    assert_int_equal(raised->glyph_count, 6);
    for (int i = 2; i < 6; i++)
        assert_true(is_raised(&raised->glyphs[i]));
}

static void unicode_s_scripts_are_set_like_all_others(void **state)
{
    Studio *studio = studio_open(*state);
    const Line *unicode = formula(studio, "dₖ"), *marked = formula(studio, "d_k");
    assert_int_equal(unicode->width, marked->width);
    assert_int_equal(unicode->glyphs[1].glyph, marked->glyphs[1].glyph);
    const Line *transposed = formula(studio, "QKᵀ");
    assert_int_equal(transposed->glyph_count, 3);
    assert_true(is_raised(&transposed->glyphs[2]));
    assert_int_equal(transposed->width, formula(studio, "QK^T")->width);
}

static void a_raised_and_a_lowered_script_stand_over_each_other(void **state)
{
    Studio *studio = studio_open(*state);
    const Line *line = formula(studio, "W_O^T");
    assert_int_equal(line->glyph_count, 3);
    assert_true(is_lowered(&line->glyphs[1]) && is_raised(&line->glyphs[2]));
    assert_int_equal(line->glyphs[1].x, line->glyphs[2].x);
}

static void scripts_of_one_height_follow_each_other(void **state)
{
    Studio *studio = studio_open(*state);
    const Line *line = formula(studio, "x₁₂");
    assert_true(is_lowered(&line->glyphs[1]) && is_lowered(&line->glyphs[2]));
    assert_true(line->glyphs[2].x > line->glyphs[1].x);
}

static void variables_slant_and_functions_stand_upright(void **state)
{
    Studio *studio = studio_open(*state);
    const Line *line = formula(studio, "softmax(QK)");
    assert_int_equal(line->glyph_count, 11);
    for (int i = 0; i < 11; i++)
        assert_int_equal(line->glyphs[i].slanted, i == 8 || i == 9);
    assert_true(formula(studio, "M")->glyphs[0].slanted);
    assert_true(formula(studio, "α")->glyphs[0].slanted);
    assert_true(formula(studio, "xW")->glyphs[1].slanted);
    assert_true(formula(studio, "s_{ij}")->glyphs[2].slanted);
    assert_true(formula(studio, "w_{hj}")->glyphs[1].slanted);
    assert_false(formula(studio, "PE")->glyphs[0].slanted);
    assert_false(formula(studio, "7")->glyphs[0].slanted);
}

static void a_root_has_a_bar_over_what_it_covers(void **state)
{
    Studio *studio = studio_open(*state);
    const Line *line = formula(studio, "a/√d_k + M");
    assert_int_equal(line->bar_count, 1);
    const Bar *bar = &line->bars[0];
    int d = 3, plus = 6; /* glyphs: a / √ d k space + */
    assert_true(bar->x <= line->glyphs[d].x + EM / 10);
    assert_true(bar->x + bar->width > line->glyphs[d + 1].x);
    assert_true(bar->x + bar->width < line->glyphs[plus].x);
    assert_true(bar->y > EM * 7 / 10 && bar->height > 0);
}

static void a_root_covers_a_group(void **state)
{
    Studio *studio = studio_open(*state);
    const Line *line = formula(studio, "√{a+b}");
    assert_int_equal(line->glyph_count, 4);
    assert_int_equal(line->bars[0].x + line->bars[0].width, line->width);
}

static void a_root_covers_what_stands_in_brackets_and_takes_their_place(void **state)
{
    Studio *studio = studio_open(*state);
    const Line *line = formula(studio, "√(a(b)) c");
    assert_int_equal(line->glyph_count, 7); /* √ a ( b ) space c */
    assert_int_equal(line->bar_count, 1);
    assert_true(line->bars[0].x + line->bars[0].width >= line->glyphs[4].x);
    assert_true(line->bars[0].x + line->bars[0].width <= line->glyphs[6].x);
    assert_int_equal(formula(studio, "√(a")->glyph_count, 3); /* never closed */
}

static void marks_without_meaning_stand_for_themselves(void **state)
{
    Studio *studio = studio_open(*state);
    assert_int_equal(formula(studio, "a_")->glyph_count, 2);
    assert_int_equal(formula(studio, "^")->glyph_count, 1);
    assert_int_equal(formula(studio, "{x}")->glyph_count, 3);
    assert_int_equal(formula(studio, "√")->glyph_count, 1);
    assert_int_equal(formula(studio, "")->glyph_count, 0);
    assert_true(is_lowered(&formula(studio, "a_{b")->glyphs[1])); /* a '{' that is never closed */
}

static void no_nesting_is_too_deep(void **state)
{
    Studio *studio = studio_open(*state);
    enum { DEPTH = 5000 };
    const char *units[] = {"√", "_{", "x^{", "√{", "}", "_", "ₖ"};
    for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
        Text text = text_new(studio->arena);
        for (int i = 0; i < DEPTH; i++)
            text_add(&text, units[u]);
        assert_true(formula(studio, text.data)->glyph_count > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_underscore_lowers_one_character),
        cmocka_unit_test(a_group_is_lowered_or_raised_as_a_whole),
        cmocka_unit_test(unicode_s_scripts_are_set_like_all_others),
        cmocka_unit_test(a_raised_and_a_lowered_script_stand_over_each_other),
        cmocka_unit_test(scripts_of_one_height_follow_each_other),
        cmocka_unit_test(variables_slant_and_functions_stand_upright),
        cmocka_unit_test(a_root_has_a_bar_over_what_it_covers),
        cmocka_unit_test(a_root_covers_a_group),
        cmocka_unit_test(a_root_covers_what_stands_in_brackets_and_takes_their_place),
        cmocka_unit_test(marks_without_meaning_stand_for_themselves),
        cmocka_unit_test(no_nesting_is_too_deep),
    };
    return run_scenes(tests);
}
