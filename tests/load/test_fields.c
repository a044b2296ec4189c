#include "load/fields.h"

#include "base/random.h"
#include "base/text.h"
#include "support/scene.h"

#include <stdlib.h>
#include <string.h>

static Bytes bytes_of(const char *text)
{
    return (Bytes){text, strlen(text)};
}

/* "a|b": the fields of a line, which count_fields must count. */
static void check_fields(Scene *scene, const char *line, char separator, const char *expected)
{
    Text text = text_new(scene->arena);
    int count = 0;
    for (Bytes rest = bytes_of(line); rest.data; count++) {
        Bytes field = cut_field(&rest, separator);
        text_add(&text, count ? "|" : "");
        text_add_bytes(&text, field.data, field.size);
    }
    assert_string_equal(text.data, expected);
    assert_int_equal(count_fields(bytes_of(line), separator), count);
}

static void a_line_is_cut_into_its_fields(void **state)
{
    check_fields(*state, "a,b, c\t,,d", ',', "a|b|c||d");
    check_fields(*state, ",", ',', "|");
    check_fields(*state, "", ',', "");
    check_fields(*state, "a b;c", ';', "a b|c");
    check_fields(*state, "a\t\tb c\t", '\t', "a||b c|");
    check_fields(*state, "a b  c\t\td ", ' ', "a|b|c|d");
    check_fields(*state, "a", ' ', "a");
}

static void a_text_is_cut_into_its_lines(void **state)
{
    static const char *const lines[] = {"a", "", "b c;d", "\0e", ""};
    (void)state;
    Bytes text = {"\xef\xbb\xbf a\r\n\nb c;d\n\0e\n ", 18}, line;
    text = without_byte_order_mark(text);
    for (int i = 0; i < 5; i++) {
        assert_true(cut_line(&text, '\n', &line));
        assert_int_equal(line.size, i == 3 ? 2 : strlen(lines[i]));
        assert_memory_equal(line.data, lines[i], line.size);
    }
    assert_false(cut_line(&text, '\n', &line));
    text = bytes_of("1;2");
    assert_true(cut_line(&text, ';', &line));
    assert_int_equal(line.size, 1);
    assert_int_equal(separator_of(bytes_of("a,b;c"), ";,"), ';');
    assert_int_equal(separator_of(bytes_of("a,b;c"), "\t"), ' ');
}

static void every_number_is_the_nearest(void **state)
{
    static const char *const texts[] = {"0.1",
                                        "-0.418",
                                        "0.000123456789",
                                        "5.",
                                        ".5",
                                        "-7",
                                        "+0.3",
                                        "123456789012345",
                                        "1234567890.1234",
                                        "-0",
                                        "1e-7",
                                        "-1.5E+3",
                                        "0.7",
                                        "0.123456789012345",
                                        "-0.1234567890123456",
                                        "3.4e38",
                                        "16777217",
                                        "0.30000001192"};
    Scene *scene = *state;
    Random random = random_new(1);
    for (size_t i = 0; i < 10000; i++) {
        const char *text = i < sizeof texts / sizeof *texts
                               ? texts[i]
                               : arena_format(scene->arena, "%.*f", (int)random_below(&random, 17),
                                              10 * random_normal(&random));
        double number = 0, expected = strtod(text, NULL);
        assert_true(field_number("", bytes_of(text), &number, &scene->error));
        assert_memory_equal(&number, &expected, sizeof expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_cut_into_its_fields),
        cmocka_unit_test(a_text_is_cut_into_its_lines),
        cmocka_unit_test(every_number_is_the_nearest),
    };
    return run_scenes(tests);
}
