#include "base/text.h"

#include "support/scene.h"

#include <string.h>

static void a_new_text_is_an_empty_string(void **state)
{
    Scene *scene = *state;
    Text text = text_new(scene->arena);
    assert_string_equal(text.data, "");
    assert_int_equal(text.length, 0);
    text_add(&text, "");
    text_add_bytes(&text, "x", 0);
    text_format(&text, "%s", "");
    assert_string_equal(text.data, "");
}

static void what_is_added_stands_in_order(void **state)
{
    Scene *scene = *state;
    Text text = text_new(scene->arena);
    text_add(&text, "head-");
    text_format(&text, "%d/%s", 2, "weights");
    text_add_bytes(&text, "[bat", 2);
    assert_string_equal(text.data, "head-2/weights[b");
    assert_int_equal(text.length, strlen(text.data));
}

/* At every length, also where the room is just used up. */
static void it_grows_without_losing_anything(void **state)
{
    Scene *scene = *state;
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

static void one_addition_may_be_very_long(void **state)
{
    Scene *scene = *state;
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

static void bytes_may_be_any(void **state)
{
    Scene *scene = *state;
    Text text = text_new(scene->arena);
    text_add_bytes(&text, "a\0\xff", 3);
    text_add(&text, "b");
    assert_int_equal(text.length, 4);
    assert_memory_equal(text.data,
                        "a\0\xff"
                        "b",
                        5);
}

static void a_cleared_text_begins_again(void **state)
{
    Scene *scene = *state;
    Text text = text_new(scene->arena);
    text_add(&text, "before");
    text_clear(&text);
    assert_string_equal(text.data, "");
    assert_int_equal(text.length, 0);
    text_add(&text, "now");
    assert_string_equal(text.data, "now");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_text_is_an_empty_string),
        cmocka_unit_test(what_is_added_stands_in_order),
        cmocka_unit_test(it_grows_without_losing_anything),
        cmocka_unit_test(one_addition_may_be_very_long),
        cmocka_unit_test(bytes_may_be_any),
        cmocka_unit_test(a_cleared_text_begins_again),
    };
    return run_scenes(tests);
}
