#include "load/files.h"

#include "load/short_number.h"
#include "support/case_list.h"

static Bytes bytes_of(const char *text)
{
    return (Bytes){text, strlen(text)};
}

/* The fields of a line are what is expected, "a|b", and count_fields counts those with blanks
 * between. */
static void check_fields(Scene *scene, const char *const *columns)
{
    char separator = *columns[1];
    Text text = text_new(scene->arena);
    int count = 0;
    for (Bytes rest = bytes_of(columns[0]); rest.data; count++) {
        Bytes field = cut_field(&rest, separator);
        text_add(&text, count ? "|" : "");
        text_add_bytes(&text, field.data, field.size);
    }
    assert_string_equal(text.data, columns[2]);
    if (separator == ' ')
        assert_int_equal(count_fields(bytes_of(columns[0])), count);
}

TEST_CASES(a_line_is_cut_into_its_fields, "load/fields.list", "fields", check_fields)

TEST(a_text_is_cut_into_its_lines)
{
    static const char *const lines[] = {"a", "", "b c;d", "\0e", ""};
    Bytes text = {"\xef\xbb\xbf a\r\n\nb c;d\n\0e\n ", 18}, line;
    text = without_byte_order_mark(text);
    for (int i = 0; i < 5; i++) {
        assert_true(take_line(&text, '\n', &line));
        line = trimmed(line);
        assert_int_equal(line.size, i == 3 ? 2 : strlen(lines[i]));
        assert_memory_equal(line.data, lines[i], line.size);
    }
    assert_false(take_line(&text, '\n', &line));
    text = bytes_of("1;2");
    assert_true(take_line(&text, ';', &line));
    assert_int_equal(line.size, 1);
    assert_int_equal(separator_of(bytes_of("a,b;c"), ";,"), ';');
    assert_int_equal(separator_of(bytes_of("a,b;c"), "\t"), ' ');
}

static void check_number(Scene *scene, const char *const *columns)
{
    (void)scene;
    double number = 0, expected = strtod(columns[0], NULL);
    char room[LONGEST_NUMBER + SHORT_NUMBER_ROOM + 1] = "";
    strcpy(room, columns[0]);
    const char *end = short_number(room, &number);
    if (end && !*end)
        assert_memory_equal(&number, &expected, sizeof expected);
    number = field_number("", bytes_of(columns[0]));
    assert_memory_equal(&number, &expected, sizeof expected);
}

TEST(every_number_is_the_nearest)
{
    Random random = random_new(1);
    check_cases(scene, "load/fields.list", "numbers", check_number);
    for (int i = 0; i < 10000; i++) {
        const char *text = arena_format(scene->arena, "%.*f", (int)random_below(&random, 17),
                                        10 * random_normal(&random));
        check_number(scene, &text);
    }
}
