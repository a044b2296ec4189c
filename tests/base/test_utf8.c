#include "base/utf8.h"

#include "support/case_list.h"
#include "support/scene.h"

#include <string.h>
#include <utf8proc.h>

static void accepts_all_of_valid_text(void **state)
{
    (void)state;
    static const char *const valid[] = {"",
                                        "a",
                                        "é",
                                        "日本",
                                        "👩‍👩‍👧",
                                        "\x7f",
                                        "\xc2\x80",
                                        "\xdf\xbf",
                                        "\xe0\xa0\x80",
                                        "\xed\x9f\xbf",
                                        "\xee\x80\x80",
                                        "\xf0\x90\x80\x80",
                                        "\xf4\x8f\xbf\xbf"};
    for (size_t i = 0; i < sizeof valid / sizeof *valid; i++)
        assert_int_equal(utf8_valid_length(valid[i], strlen(valid[i])), strlen(valid[i]));
    assert_int_equal(utf8_valid_length("a\0b", 3), 3);
}

static void finds_the_first_byte_that_is_not_utf8(void **state)
{
    (void)state;
    static const char *const tails[] = {"\x80",     /* a continuation alone */
                                        "\xff",     /* never part of UTF-8 */
                                        "\xc0\xaf", /* overlong in 2, 3 and 4 bytes */
                                        "\xc1\xbf",
                                        "\xe0\x9f\xbf",
                                        "\xf0\x8f\xbf\xbf",
                                        "\xed\xa0\x80", /* surrogates */
                                        "\xed\xbf\xbf",
                                        "\xf4\x90\x80\x80", /* above U+10FFFF */
                                        "\xf5\x80\x80\x80",
                                        "\xf8\x88\x80\x80\x80",
                                        "\xc3", /* cut short */
                                        "\xe2\x82",
                                        "\xf0\x9f\x98",
                                        "\xe2\x28\xa1",
                                        "\xf0\x28\x8c\xbc"};
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        char text[16] = "é";
        strcat(text, tails[i]);
        assert_int_equal(utf8_valid_length(text, strlen(text)), 2);
    }
}

static void decodes_one_code_point_and_its_length(void **state)
{
    (void)state;
    CodePoint c = utf8_decode("€x", 4);
    assert_int_equal(c.value, 0x20ac);
    assert_int_equal(c.length, 3);
    c = utf8_decode("€", 2); /* cut short by the size */
    assert_int_equal(c.value, -1);
    assert_int_equal(c.length, 1);
}

static void keeps_clusters_whole(void **state)
{
    (void)state;
    static const char *const clusters[] = {
        "a",  "e\xcc\x81", "👩‍👩‍👧", "👍🏽", "🇩🇪", "1️⃣", "❤️", "\r\n",
        "각", "\x01"};
    for (size_t i = 0; i < sizeof clusters / sizeof *clusters; i++) {
        char text[64];
        strcat(strcpy(text, clusters[i]), "🇫🇷");
        if (strcmp(clusters[i], "🇩🇪") == 0)
            strcat(text, "🇫🇷");
        assert_int_equal(utf8_cluster(text, strlen(text)), strlen(clusters[i]));
    }
    assert_int_equal(utf8_cluster("\xff\xff", 2), 1);
    assert_int_equal(utf8_cluster("a\xff", 2), 1);
}

static void measures_the_columns_of_a_terminal(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int width;
    } cases[] = {
        {"", 0},         {"bat", 3},  {"é", 1},      {"e\xcc\x81", 1}, {"日本", 4},
        {"テ", 2},       {"한", 2},   {"각", 2},     {"😀", 2},         {"👩‍👩‍👧", 2},
        {"👍🏽", 2}, {"🇩🇪🇫🇷", 4}, {"❤️", 2}, {"שלום", 4},      {"₁₂", 2},
        {"−∞", 2},       {"·", 1},    {"ﬁ", 1},      {"ｱ", 1},         {"Ａ", 2},
        {"\xff", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (utf8_width(cases[i].text) != cases[i].width)
            fail_msg("%s: %d columns, expected %d", cases[i].text, utf8_width(cases[i].text),
                     cases[i].width);
}

static void assert_visible(Scene *scene, const char *from, const char *to)
{
    Text text = text_new(scene->arena);
    text_add_visible(&text, from);
    assert_string_equal(text.data, to);
}

static void check_shown(Scene *scene, const char *const *columns)
{
    assert_visible(scene, columns[0], columns[1]);
}

static void leaves_ordinary_text_as_it_is(void **state)
{
    static const char *const plain[] = {
        "",
        "He hit the ball.",
        "naïve café",
        "e\xcc\x81",
        "日本語 テスト",
        "שלום عالم",
        "<script>alert('x')</script>",
        "👩‍👩‍👧 👍🏽 🇩🇪 1️⃣ ❤️ 🏳️‍🌈",
        "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F", /* England */
        "می\u200cخواهم",  /* Persian: a non-joiner between letters */
        "क\u094d\u200dष", /* Devanagari: a joiner after a virama */
        "\u0661\u06dd",   /* an Arabic sign that goes round a number */
        "葛\U000e0100",   /* an ideograph's variant */
        "a\u00a0b"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        assert_visible(*state, plain[i], plain[i]);
}

static void shows_what_is_invisible_or_reorders(void **state)
{
    static const int32_t hidden[] = {0x202a, 0x202b, 0x202c, 0x202d, 0x202e,   0x2066,  0x2067,
                                     0x2068, 0x2069, 0x200e, 0x200f, 0x061c,   0x200b,  0x2060,
                                     0xfeff, 0x00ad, 0x2028, 0x2029, 0x034f,   0x115f,  0x3164,
                                     0xfff9, 0xe000, 0x0378, 0xfffe, 0x10ffff, 0xe0001, 0xe0041};
    Scene *scene = *state;
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
        unsigned char bytes[5] = "";
        utf8proc_encode_char(hidden[i], bytes);
        assert_visible(scene, arena_format(scene->arena, "a%sb", (const char *)bytes),
                       arena_format(scene->arena, "a⟨U+%04X⟩b", (unsigned)hidden[i]));
    }
}

static void what_a_terminal_cannot_be_given_is_shown(void **state)
{
    check_cases(*state, "base/shown.list", "shown", check_shown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_terminal_cannot_be_given_is_shown),
        cmocka_unit_test(accepts_all_of_valid_text),
        cmocka_unit_test(finds_the_first_byte_that_is_not_utf8),
        cmocka_unit_test(decodes_one_code_point_and_its_length),
        cmocka_unit_test(keeps_clusters_whole),
        cmocka_unit_test(measures_the_columns_of_a_terminal),
        cmocka_unit_test(leaves_ordinary_text_as_it_is),
        cmocka_unit_test(shows_what_is_invisible_or_reorders),
    };
    return run_scenes(tests);
}
