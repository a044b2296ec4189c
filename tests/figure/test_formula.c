#include "figure/drawing.h"

#include "support/case_list.h"
#include "support/picture.h"

static const Line *formula(Studio *studio, const char *text)
{
    return typeset(studio->typesetter, text, TEXT_FORMULA);
}

/* How each glyph is set: a letter for a slanted one, a hyphen for others; after it _ or ^ where it
   is lowered or raised. A bar's end follows, counted in glyphs. */
static const char *setting(Studio *studio, const char *text)
{
    const Line *line = formula(studio, text);
    Text out = text_new(studio->arena);
    for (int i = 0; i < line->glyph_count; i++) {
        const PlacedGlyph *glyph = &line->glyphs[i];
        text_add(&out, glyph->slanted ? "/" : "|");
        assert_int_equal(glyph->y != 0, glyph->scale < EM);
        text_add(&out, glyph->y < 0 ? "_" : glyph->y > 0 ? "^" : "");
    }
    for (int i = 0; i < line->bar_count; i++) {
        int end = 0, right = line->bars[i].x + line->bars[i].width;
        while (end < line->glyph_count && line->glyphs[end].x < right)
            end++;
        text_format(&out, " %d", end);
    }
    return out.data;
}

static void check_setting(Scene *scene, const char *const *columns)
{
    assert_string_equal(setting(studio_open(scene), columns[0]), columns[1]);
}

TEST_CASES(formulas_are_set_as_in_a_paper, "figure/formulas.list", "set", check_setting)

TEST_OF_DRAWING(unicode_s_scripts_are_set_like_all_others)
{
    const Line *unicode = formula(studio, "dₖ"), *marked = formula(studio, "d_k");
    assert_int_equal(unicode->width, marked->width);
    assert_int_equal(unicode->glyphs[1].glyph, marked->glyphs[1].glyph);
    assert_int_equal(formula(studio, "QKᵀ")->width, formula(studio, "QK^T")->width);
}

TEST_OF_DRAWING(scripts_of_one_height_follow_each_other_and_others_stand_over_each_other)
{
    const Line *over = formula(studio, "W_O^T"), *behind = formula(studio, "x₁₂");
    assert_int_equal(over->glyphs[1].x, over->glyphs[2].x);
    assert_true(behind->glyphs[2].x > behind->glyphs[1].x);
}

TEST_OF_DRAWING(a_root_s_bar_lies_over_what_it_covers)
{
    const Line *line = formula(studio, "a/√d_k + M"), *group = formula(studio, "√{a+b}");
    assert_true(line->bars[0].x <= line->glyphs[3].x + EM / 10);
    assert_true(line->bars[0].y > EM * 7 / 10 && line->bars[0].height > 0);
    assert_int_equal(group->bars[0].x + group->bars[0].width, group->width);
}

TEST_OF_DRAWING(no_nesting_is_too_deep)
{
    enum { DEPTH = 5000 };
    const char *units[] = {"√", "_{", "x^{", "√{", "}", "_", "ₖ"};
    for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
        Text text = text_new(scene->arena);
        for (int i = 0; i < DEPTH; i++)
            text_add(&text, units[u]);
        assert_true(formula(studio, text.data)->glyph_count > 0);
    }
}
