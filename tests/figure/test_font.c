#include "figure/drawing.h"

#include "support/scene.h"

#include <utf8proc.h>

extern const char dejavu[], dejavu_end[]; /* src/list.S */

static size_t dejavu_size(void)
{
    return (size_t)(dejavu_end - dejavu);
}

static void close_font(void *font)
{
    font_close(font);
}

/* Until the end of the scene. */
static Font *open_font(Scene *scene, const char *path)
{
    Font *font = font_open(scene->arena, path);
    scene_at_end(scene, close_font, arena_copy(scene->arena, &font, sizeof font));
    return font;
}

/* Some glyph of the font, upright and 20 pixels large. */
static const GlyphImage *drawn(Font *font, uint32_t glyph)
{
    return font_glyph(font, &(PlacedGlyph){.glyph = glyph, .scale = EM}, 20 * 64, 0);
}

/* DejaVu Sans: the glyph of a character of ASCII is the character's place from ' ' on, and 3. */
static uint32_t ascii_glyph(char c)
{
    return (uint32_t)(c - ' ') + 3;
}

static int inked(const GlyphImage *image)
{
    int sum = 0;
    for (int i = 0; i < image->width * image->height; i++) {
        assert_in_range(image->coverage[i], 0, COVERAGE_MOST);
        sum += image->coverage[i];
    }
    return sum;
}

static const char *warning(Scene *scene, const Font *font)
{
    Text text = text_new(scene->arena);
    font_warn(font, &text);
    return text.data;
}

/* Of a font that has only the built-in face. */
static void ask_for(Font *font, int32_t character)
{
    char bytes[4];
    size_t size = (size_t)utf8proc_encode_char(character, (utf8proc_uint8_t *)bytes);
    font_face_of(font, bytes, size);
}

#define TEST_OF_FONT(name) TEST_OF(name, Font *, font, open_font(scene, NULL))

TEST_OF_FONT(the_built_in_font_needs_no_file)
{
    assert_int_equal(font_face_of(font, "A", 1), 0);
    ask_for(font, 0x221a); /* √ */
    ask_for(font, 0x05e9); /* ש */
    assert_string_equal(warning(scene, font), "");
    assert_int_equal(font_face_of(font, "漢", strlen("漢")), -1);
    assert_has(warning(scene, font), "U+6F22 (漢)");
}

TEST_OF_FONT(a_glyph_is_as_tall_as_its_size_says)
{
    const GlyphImage *h = drawn(font, ascii_glyph('H'));
    assert_in_range(h->height, 14, 16); /* capitals are 0.73 em: 14.6 pixels */
    assert_int_equal(h->top, 15);
    assert_true(inked(h) > 30 * COVERAGE_MOST);
    PlacedGlyph twice = {.glyph = ascii_glyph('H'), .scale = 2 * EM};
    assert_in_range(font_glyph(font, &twice, 20 * 64, 0)->height, 29, 30);
}

TEST_OF_FONT(a_glyph_is_drawn_once)
{
    const GlyphImage *first = drawn(font, ascii_glyph('a'));
    for (uint32_t glyph = 0; glyph < 3000; glyph++) /* the table grows */
        drawn(font, glyph);
    assert_ptr_equal(drawn(font, ascii_glyph('a')), first);
    PlacedGlyph again = {.glyph = ascii_glyph('a'), .scale = EM};
    assert_ptr_equal(font_glyph(font, &again, 20 * 64, 0), first);
    assert_ptr_not_equal(font_glyph(font, &again, 21 * 64, 0), first);
    assert_ptr_not_equal(font_glyph(font, &again, 20 * 64, 45), first);
}

TEST_OF_FONT(a_turned_glyph_lies_on_its_side)
{
    const GlyphImage *upright = drawn(font, ascii_glyph('l'));
    PlacedGlyph glyph = {.glyph = ascii_glyph('l'), .scale = EM};
    const GlyphImage *lying = font_glyph(font, &glyph, 20 * 64, 90);
    assert_true(upright->height > 3 * upright->width);
    assert_true(lying->width > 3 * lying->height);
    assert_true(lying->left < -10); /* to the left of its base line */
}

TEST_OF_FONT(a_slanted_glyph_leans_to_the_right)
{
    PlacedGlyph slanted = {.glyph = ascii_glyph('l'), .scale = EM, .slanted = true};
    const GlyphImage *image = font_glyph(font, &slanted, 20 * 64, 0);
    int first_at_top = 0, first_at_bottom = 0;
    while (image->coverage[first_at_top] == 0)
        first_at_top++;
    const uint8_t *bottom = image->coverage + (image->height - 1) * image->width;
    while (bottom[first_at_bottom] == 0)
        first_at_bottom++;
    assert_true(first_at_top > first_at_bottom);
}

TEST_OF_FONT(blanks_have_no_pixels_and_what_no_face_has_is_a_box)
{
    assert_int_equal(drawn(font, ascii_glyph(' '))->width, 0);
    assert_int_equal(drawn(font, 65535)->width, 0);
    assert_true(inked(drawn(font, 0)) > 20 * COVERAGE_MOST);
}

TEST_OF_FONT(missing_characters_are_one_warning)
{
    assert_string_equal(warning(scene, font), "");
    ask_for(font, 0x1f469);
    ask_for(font, 0x6f22);
    ask_for(font, 0x1f469);
    assert_string_equal(warning(scene, font),
                        "no glyph in the font for U+1F469 (👩), U+6F22 (漢): drawn by number; "
                        "--font FILE.ttf names a font that has it\n");
}

TEST_OF_FONT(a_warning_shows_no_raw_control_character)
{
    ask_for(font, 0x1b);
    ask_for(font, 0x202e);
    const char *text = warning(scene, font);
    assert_null(strchr(text, 0x1b));
    assert_lacks(text, "\u202e");
    assert_has(text, "U+001B");
}

TEST_OF_FONT(a_warning_stays_a_line)
{
    for (int32_t c = 0x4e00; c < 0x9000; c++)
        ask_for(font, c);
    const char *text = warning(scene, font);
    assert_true(strlen(text) < 300);
    assert_has(text, "U+4E07 (万) and others: drawn");
}

TEST(a_file_is_asked_before_the_built_in_font)
{
    scene_write_bytes(scene, "mine.ttf", dejavu, dejavu_size());
    Font *font = open_font(scene, "mine.ttf");
    assert_int_equal(font_face_of(font, "A", 1), 0);
    assert_int_equal(font_face_of(font, "漢", strlen("漢")), -1);
}

TEST(what_is_no_font_is_refused)
{
    static const struct {
        const char *path, *message;
    } cases[] = {
        {"none.ttf", "none.ttf: No such file or directory"},
        {"notes.txt", "notes.txt: not a font file (TrueType or OpenType)"},
        {"empty.ttf", "empty.ttf: not a font file (TrueType or OpenType)"},
    };
    scene_write(scene, "notes.txt", "The quick brown fox.");
    scene_write(scene, "empty.ttf", "");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(font_open(scene->arena, cases[i].path), cases[i].message);
}

/* Glyphs are drawn from what is not refused. */
static void check_harmless(Scene *scene, const char *bytes, size_t size)
{
    scene_write_bytes(scene, "bad.ttf", bytes, size);
    Font *font;
    if (!is_done(scene, font = font_open(scene->arena, "bad.ttf"))) {
        assert_has(scene->error.message, "bad.ttf: ");
        return;
    }
    for (uint32_t glyph = 0; glyph < 200; glyph++)
        drawn(font, glyph);
    font_face_of(font, "A", 1);
    font_close(&font);
}

TEST(a_truncated_font_does_no_harm)
{
    for (size_t size = 1; size < dejavu_size(); size = size * 3 / 2 + 7)
        check_harmless(scene, dejavu, size);
}

TEST(a_corrupt_font_does_no_harm)
{
    enum { VERSIONS = 40, BYTES = 400 };
    uint32_t random = 1;
    for (int version = 0; version < VERSIONS; version++) {
        char *bytes = arena_alloc(scene->arena, dejavu_size(), 1);
        memcpy(bytes, dejavu, dejavu_size());
        for (int i = 0; i < BYTES; i++) {
            random = random * 1664525 + 1013904223;
            bytes[(random >> 4) % (version % 2 ? dejavu_size() : 4096)] = (char)(random >> 24);
        }
        check_harmless(scene, bytes, dejavu_size());
    }
}
