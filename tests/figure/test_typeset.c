#include "figure/drawing.h"

#include "support/picture.h"

enum { SIZE = 20 * 64 };

static const Line *plain(Studio *studio, const char *text)
{
    return typeset(studio->typesetter, text, TEXT_PLAIN);
}

static int width(Studio *studio, const char *text)
{
    return text_width(studio->typesetter, text, TEXT_PLAIN, SIZE);
}

static const char *elide(Studio *studio, const char *text, int limit)
{
    return text_elide(studio->typesetter, studio->arena, text, SIZE, limit);
}

static void check_glyphs_in_order(const Line *line)
{
    for (int i = 1; i < line->glyph_count; i++)
        assert_true(line->glyphs[i].x > line->glyphs[i - 1].x);
}

TEST_OF_DRAWING(letters_stand_one_after_the_other)
{
    const Line *line = plain(studio, "bat");
    assert_int_equal(line->glyph_count, 3);
    check_glyphs_in_order(line);
    assert_true(line->width > line->glyphs[2].x);
    assert_int_equal(line->bar_count, 0);
}

TEST_OF_DRAWING(a_text_is_set_once)
{
    const Line *line = plain(studio, "bat");
    for (int i = 0; i < 3000; i++) /* the table grows */
        plain(studio, arena_format(scene->arena, "word %d", i));
    assert_ptr_equal(plain(studio, arena_strdup(scene->arena, "bat")), line);
    assert_ptr_not_equal(typeset(studio->typesetter, "bat", TEXT_FORMULA), line);
}

TEST_OF_DRAWING(width_grows_with_size_and_text)
{
    int once = width(studio, "0.31");
    assert_in_range(text_width(studio->typesetter, "0.31", TEXT_PLAIN, 2 * SIZE), 2 * once - 2,
                    2 * once);
    assert_int_equal(width(studio, "0.31"), width(studio, "0.97")); /* digits are all one width */
    assert_int_equal(width(studio, ""), 0);
    assert_true(width(studio, "−0.31") > once);
}

TEST_OF_DRAWING(a_letter_and_its_mark_are_as_wide_as_the_letter)
{
    assert_int_equal(width(studio, "e\u0301"), width(studio, "e"));
    assert_int_equal(width(studio, "q\u0301"), width(studio, "q"));
}

TEST_OF_DRAWING(arabic_letters_join_next_to_any_script)
{
    uint32_t alone = plain(studio, "ب")->glyphs[0].glyph;
    const char *texts[] = {"ببب", "שלום ببب", "a ببب", "漢 ببب"};
    assert_int_equal(plain(studio, "ببب")->glyph_count, 3);
    for (int t = 0; t < 4; t++) {
        const Line *line = plain(studio, texts[t]);
        for (int i = 0; i < line->glyph_count; i++)
            assert_int_not_equal(line->glyphs[i].glyph, alone);
    }
}

/* Where a character of a text stands, given the text that is nothing but it. */
static int place_of(Studio *studio, const char *text, const char *character)
{
    const Line *line = plain(studio, text);
    uint32_t glyph = plain(studio, character)->glyphs[0].glyph;
    for (int i = 0; i < line->glyph_count; i++)
        if (line->glyphs[i].glyph == glyph)
            return line->glyphs[i].x;
    fail_msg("%s has no %s", text, character);
    return 0;
}

TEST_OF_DRAWING(every_script_runs_in_its_direction)
{
    static const struct {
        const char *text, *left, *right;
    } cases[] = {
#include "figure/directions.list"
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        fail_if(place_of(studio, cases[i].text, cases[i].left) >=
                    place_of(studio, cases[i].text, cases[i].right),
                "in %s %s is not left of %s", cases[i].text, cases[i].left, cases[i].right);
    check_glyphs_in_order(plain(studio, "שלום"));
}

/* That two texts are drawn with the same glyphs. */
static void check_drawn_alike(Studio *studio, const char *text, const char *as)
{
    const Line *line = plain(studio, text), *other = plain(studio, as);
    assert_int_equal(line->glyph_count, other->glyph_count);
    for (int i = 0; i < line->glyph_count; i++)
        assert_int_equal(line->glyphs[i].glyph, other->glyphs[i].glyph);
    assert_int_equal(line->width, other->width);
}

TEST_OF_DRAWING(what_the_font_lacks_is_its_number_and_noted)
{
    Text warning = text_new(scene->arena);
    plain(studio, "☺\ufe0f");       /* a variation selector: it has no shape, … */
    plain(studio, "می\u200cخواهم"); /* … nor has a non-joiner */
    font_warn(studio->font, &warning);
    assert_string_equal(warning.data, "");
    check_drawn_alike(studio, "漢", "U+6F22");
    check_drawn_alike(studio, "a漢₂", "aU+6F22₂");
    check_drawn_alike(studio, "👨\u200d👩\u200d👧 b", "U+1F468… b");  /* the first of a cluster */
    assert_string_equal(plain(studio, "漢")->spans[0].text, "漢"); /* for those who have it */
    assert_true(plain(studio, "漢")->spans[0].stood_for);
    assert_false(plain(studio, "a")->spans[0].stood_for);
    font_warn(studio->font, &warning);
    assert_has(warning.data, "U+6F22 (漢)");
}

TEST(a_file_s_face_is_used_where_it_has_the_character)
{
    extern const char dejavu[], dejavu_end[];
    scene_write_bytes(scene, "mine.ttf", dejavu, (size_t)(dejavu_end - dejavu));
    ENDED_BY(font_close) Font *font = font_open(scene->arena, "mine.ttf");
    Typesetter *typesetter = typesetter_new(scene->arena, font);
    const Line *line = typeset(typesetter, "a漢", TEXT_PLAIN);
    assert_int_equal(line->glyph_count, (int)strlen("aU+6F22"));
    for (int i = 0; i < line->glyph_count; i++)
        assert_int_equal(line->glyphs[i].face, 0);
}

TEST_OF_DRAWING(bytes_that_are_not_utf8_are_shown_as_such)
{
    uint32_t replacement = plain(studio, "\ufffd")->glyphs[0].glyph;
    const Line *line = plain(studio, "a\xff\xc3");
    assert_int_equal(line->glyph_count, 3);
    assert_int_equal(line->glyphs[1].glyph, replacement);
    assert_int_equal(line->glyphs[2].glyph, replacement);
}

TEST_OF_DRAWING(any_bytes_can_be_set)
{
    uint32_t random = 7;
    for (int round = 0; round < 2000; round++) {
        char bytes[24] = {0};
        for (size_t i = 0; i + 1 < sizeof bytes; i++) {
            random = random * 1664525 + 1013904223;
            bytes[i] = (char)(random >> 24);
        }
        assert_true(plain(studio, bytes)->width >= 0);
        assert_true(typeset(studio->typesetter, bytes, TEXT_FORMULA)->width >= 0);
    }
}

TEST_OF_DRAWING(a_heap_of_marks_stays_in_its_line)
{
    Text text = text_new(scene->arena);
    text_add(&text, "a");
    for (int i = 0; i < 500; i++)
        text_add(&text, "\u0301\u0323");
    const Line *line = plain(studio, text.data);
    assert_int_equal(width(studio, text.data), width(studio, "a"));
    for (int i = 0; i < line->glyph_count; i++)
        assert_in_range(line->glyphs[i].y + EM, EM * 3 / 10, EM * 17 / 10);
}

TEST_OF_DRAWING(an_endless_line_ends)
{
    enum { LENGTH = 200000 };
    char *text = arena_alloc(scene->arena, LENGTH + 1, 1);
    memset(text, 'm', LENGTH);
    assert_true(width(studio, text) > 100000);
    assert_true(plain(studio, text)->glyph_count < LENGTH);
}

/* ---- elision ---- */

TEST_OF_DRAWING(the_middle_is_elided_and_what_is_left_fits)
{
    const char *text = "internationalization₁";
    for (int limit = width(studio, "…"); limit < width(studio, text); limit++) {
        const char *cut = elide(studio, text, limit);
        const char *dots = strstr(cut, "…");
        assert_non_null(dots);
        assert_true(width(studio, cut) <= limit);
        assert_memory_equal(cut, text, (size_t)(dots - cut));
        size_t tail = strlen(dots + strlen("…"));
        assert_string_equal(dots + strlen("…"), text + strlen(text) - tail);
    }
    assert_ptr_equal(elide(studio, text, width(studio, text)), text);
    assert_string_equal(elide(studio, text, 130), "intern…tion₁");
    assert_string_equal(elide(studio, "word", 0), "…");
    assert_string_equal(elide(studio, "", 0), "");
}

TEST_OF_DRAWING(a_cluster_is_not_cut)
{
    const char *text = "e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301";
    const char *cut = elide(studio, text, 60);
    size_t head = (size_t)(strstr(cut, "…") - cut);
    assert_int_equal(head % strlen("e\u0301"), 0);
    assert_true(head > 0);
}

TEST_OF_DRAWING(a_text_of_megabytes_is_elided_at_once)
{
    enum { LENGTH = 4 << 20 };
    const char *const units[] = {"m", "\x80", "é", "\u0301", "👩"};
    for (size_t c = 0; c < sizeof units / sizeof *units; c++) {
        char *text = arena_alloc(scene->arena, LENGTH + 1, 1);
        size_t unit = strlen(units[c]);
        for (size_t i = 0; i + unit <= LENGTH; i += unit)
            memcpy(text + i, units[c], unit);
        const char *cut = elide(studio, text, 200);
        assert_true(width(studio, cut) <= 200);
        assert_true(strlen(cut) < 5000);
    }
}
