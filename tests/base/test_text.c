#include "base/text.h"

#include "support/scene.h"

#include <string.h>

TEST(a_new_text_is_an_empty_string)
{
    Text text = text_new(scene->arena);
    assert_string_equal(text.data, "");
    assert_int_equal(text.length, 0);
    text_add(&text, "");
    text_add_bytes(&text, "x", 0);
    text_format(&text, "%s", "");
    assert_string_equal(text.data, "");
}

TEST(what_is_added_stands_in_order)
{
    Text text = text_new(scene->arena);
    text_add(&text, "head-");
    text_format(&text, "%d/%s", 2, "weights");
    text_add_bytes(&text, "[bat", 2);
    assert_string_equal(text.data, "head-2/weights[b");
    assert_int_equal(text.length, strlen(text.data));
}

/* At every length, also where the room is just used up. */
TEST(it_grows_without_losing_anything)
{
    Text added = text_new(scene->arena), formatted = text_new(scene->arena);
    for (int i = 0; i < 3000; i++) {
        char letter[2] = {(char)('a' + i % 26), '\0'};
        text_add(&added, letter);
        text_format(&formatted, "%s", letter);
        assert_int_equal(added.length, i + 1);
        assert_int_equal(strlen(added.data), i + 1);
        assert_true(added.length < added.capacity);
        assert_string_equal(added.data, formatted.data);
    }
    for (int i = 0; i < 3000; i++)
        assert_int_equal(added.data[i], 'a' + i % 26);
}

TEST(one_addition_may_be_very_long)
{
    for (int length = 60; length < 70; length++) {
        Text text = text_new(scene->arena);
        text_format(&text, "%0*d", length, 1);
        assert_int_equal(text.length, length);
    }
    Text text = text_new(scene->arena);
    text_add(&text, "<");
    text_format(&text, "%0*d", 1000000, 1);
    text_add(&text, ">");
    assert_int_equal(text.length, 1000002);
    assert_string_equal(text.data + 1000000, "1>");
}

TEST(bytes_may_be_any)
{
    Text text = text_new(scene->arena);
    text_add_bytes(&text, "a\0\xff", 3);
    text_add(&text, "b");
    assert_int_equal(text.length, 4);
    assert_memory_equal(text.data,
                        "a\0\xff"
                        "b",
                        5);
}

TEST(a_cleared_text_begins_again)
{
    Text text = text_new(scene->arena);
    text_add(&text, "before");
    text_clear(&text);
    assert_string_equal(text.data, "");
    assert_int_equal(text.length, 0);
    text_add(&text, "now");
    assert_string_equal(text.data, "now");
}

TEST(strings_begin_and_end)
{
    assert_true(begins_with("bat", "ba") && begins_with("bat", "bat") && begins_with("bat", ""));
    assert_false(begins_with("bat", "bats") || begins_with("bat", "at"));
    assert_true(ends_with("bat", "at") && ends_with("bat", "bat") && ends_with("bat", ""));
    assert_false(ends_with("at", "bat") || ends_with("bat", "ba"));
}
