#include "support/scene.h"

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

TEST(strings_in_a_string_are_replaced)
{
    static const char *const pairs[] = {"ab", "<", "a", "", "−", "-", NULL};
    assert_string_equal(respelled(scene->arena, "a bab−aab", pairs), " b<-<");
    assert_string_equal(respelled(scene->arena, "\xe2\x88", pairs), "\xe2\x88");
    assert_string_equal(respelled(scene->arena, "", pairs), "");
    assert_string_equal(respelled(scene->arena, "ab", pairs + 6), "ab");
}

TEST(strings_begin_and_end)
{
    assert_true(begins_with("bat", "ba") && begins_with("bat", "bat") && begins_with("bat", ""));
    assert_false(begins_with("bat", "bats") || begins_with("bat", "at"));
    assert_true(ends_with("bat", "at") && ends_with("bat", "bat") && ends_with("bat", ""));
    assert_false(ends_with("at", "bat") || ends_with("bat", "ba"));
}

TEST(a_list_is_cut_at_its_commas)
{
    static const char *const items[] = {"bat", "", "the ball ", "a"};
    char list[] = "bat,,  the ball ,a", *rest = list;
    for (int i = 0; i < 4; i++)
        assert_string_equal(next_item(&rest), items[i]);
    assert_null(next_item(&rest));
}

TEST(strings_are_found_and_compared)
{
    static const char *const words[] = {"bat", "ball", "bat"};
    assert_int_equal(find_string(words, 3, "ball"), 1);
    assert_int_equal(find_string(words, 3, "bat"), 0);
    assert_int_equal(find_string(words, 1, "ball"), -1);
    assert_true(same_strings(words, 1, words + 2, 1) && same_strings(words, 0, words + 1, 0));
    assert_false(same_strings(words, 2, words + 1, 2) || same_strings(words, 2, words, 3));
}

TEST(structs_are_found_by_the_name_that_they_begin_with)
{
    static const struct {
        const char *name;
        int number;
    } numbers[] = {{"one", 1}, {"two", 2}, {NULL, 0}, {"four", 4}};
    assert_ptr_equal(find_named(numbers, 2, sizeof *numbers, "two"), &numbers[1]);
    assert_ptr_equal(find_named(numbers, -1, sizeof *numbers, "two"), &numbers[1]);
    assert_null(find_named(numbers, 1, sizeof *numbers, "two"));
    assert_null(find_named(numbers, -1, sizeof *numbers, "four"));
    assert_null(find_named(NULL, 0, sizeof *numbers, "one"));
}

TEST(strings_are_joined)
{
    static const char *const words[] = {"post", "pre", "none"};
    assert_string_equal(join_strings(scene->arena, words, 0, ", ", " or "), "");
    assert_string_equal(join_strings(scene->arena, words, 1, ", ", " or "), "post");
    assert_string_equal(join_strings(scene->arena, words, 2, ", ", " or "), "post or pre");
    assert_string_equal(join_strings(scene->arena, words, 3, ", ", " or "), "post, pre or none");
    assert_null(join_most(scene->arena, words, 0, 2, ", "));
    assert_string_equal(join_most(scene->arena, words, 2, 2, ", "), "post, pre");
    assert_string_equal(join_most(scene->arena, words, 3, 2, ", "), "post, pre and 1 more");
}

TEST(a_noun_is_plural_but_behind_one)
{
    assert_string_equal(plural(1), "");
    assert_string_equal(plural(0), "s");
    assert_string_equal(plural(2), "s");
}
