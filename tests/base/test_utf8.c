#include "support/case_list.h"

#include <utf8proc.h>

static void check_valid(Scene *scene, const char *const *columns)
{
    (void)scene;
    assert_int_equal(utf8_valid_length(columns[0], strlen(columns[0])), strlen(columns[0]));
}

TEST(accepts_all_of_valid_text)
{
    check_cases(scene, "base/utf8.list", "valid", check_valid);
    assert_int_equal(utf8_valid_length("a\0b", 3), 3);
}

static void check_invalid(Scene *scene, const char *const *columns)
{
    const char *text = arena_format(scene->arena, "é%s", columns[0]);
    assert_int_equal(utf8_valid_length(text, strlen(text)), 2);
}

TEST_CASES(finds_the_first_byte_that_is_not_utf8, "base/utf8.list", "invalid", check_invalid)

TEST(decodes_one_code_point_and_its_length)
{
    CodePoint c = utf8_decode("€x", 4);
    assert_int_equal(c.value, 0x20ac);
    assert_int_equal(c.length, 3);
    c = utf8_decode("€", 2); /* cut short by the size */
    assert_int_equal(c.value, -1);
    assert_int_equal(c.length, 1);
}

static void check_cluster(Scene *scene, const char *const *columns)
{
    const char *flags = strcmp(columns[0], "🇩🇪") == 0 ? "🇫🇷🇫🇷" : "🇫🇷";
    const char *text = arena_format(scene->arena, "%s%s", columns[0], flags);
    assert_int_equal(utf8_cluster(text, strlen(text)), strlen(columns[0]));
}

TEST(keeps_clusters_whole)
{
    check_cases(scene, "base/utf8.list", "clusters", check_cluster);
    assert_int_equal(utf8_cluster("\xff\xff", 2), 1);
    assert_int_equal(utf8_cluster("a\xff", 2), 1);
}

static void check_columns(Scene *scene, const char *const *columns)
{
    (void)scene;
    fail_if(utf8_width(columns[0]) != atoi(columns[1]), "%s: %d columns, expected %s", columns[0],
            utf8_width(columns[0]), columns[1]);
}

TEST_CASES(measures_the_columns_of_a_terminal, "base/utf8.list", "columns", check_columns)

static void check_elided(Scene *scene, const char *const *columns)
{
    const char *text = elide_middle(scene->arena, columns[0], atoi(columns[1]));
    assert_string_equal(text, columns[2]);
    assert_true(utf8_width(text) <= atoi(columns[1]));
}

TEST_CASES(leaves_out_the_middle, "base/utf8.list", "elided", check_elided)

static void check_isolated(Scene *scene, const char *const *columns)
{
    assert_string_equal(isolated(scene->arena, columns[0]), columns[1]);
}

TEST_CASES(isolates_what_runs_from_right_to_left, "base/utf8.list", "isolated", check_isolated)

static void assert_visible(Scene *scene, const char *from, const char *to)
{
    assert_string_equal(visible_text(scene->arena, from), to);
}

static void check_shown(Scene *scene, const char *const *columns)
{
    assert_visible(scene, columns[0], columns[1]);
}

static void check_ordinary(Scene *scene, const char *const *columns)
{
    assert_visible(scene, columns[0], columns[0]);
}

TEST_CASES(leaves_ordinary_text_as_it_is, "base/utf8.list", "ordinary", check_ordinary)

TEST(shows_what_is_invisible_or_reorders)
{
    static const int32_t hidden[] = {0x202a, 0x202b, 0x202c, 0x202d, 0x202e,   0x2066,  0x2067,
                                     0x2068, 0x2069, 0x200e, 0x200f, 0x061c,   0x200b,  0x2060,
                                     0xfeff, 0x00ad, 0x2028, 0x2029, 0x034f,   0x115f,  0x3164,
                                     0xfff9, 0xe000, 0x0378, 0xfffe, 0x10ffff, 0xe0001, 0xe0041};
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
        unsigned char bytes[5] = "";
        utf8proc_encode_char(hidden[i], bytes);
        assert_visible(scene, arena_format(scene->arena, "a%sb", (const char *)bytes),
                       arena_format(scene->arena, "a⟨U+%04X⟩b", (unsigned)hidden[i]));
    }
}

TEST_CASES(what_a_terminal_cannot_be_given_is_shown, "base/utf8.list", "shown", check_shown)
