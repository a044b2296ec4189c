#include "load/tokens.h"

#include "support/case_list.h"

enum { LIMIT = 1000 };

/* The tokens' strings of one kind with '|' between. */
static const char *joined(Scene *scene, const char **strings, int count)
{
    Text text = text_new(scene->arena);
    for (int i = 0; i < count; i++)
        text_format(&text, "%s%s", i ? "|" : "", strings[i]);
    return text.data;
}

static Tokens tokens_of(Scene *scene, const char *text)
{
    return tokenize(scene->arena, "--sentence", text, strlen(text), LIMIT);
}

static void check_tokens(Scene *scene, const char *const *columns)
{
    Tokens tokens = tokens_of(scene, columns[1]);
    const char **strings = !strcmp(columns[0], "words")  ? tokens.words
                           : !strcmp(columns[0], "keys") ? tokens.keys
                                                         : tokens.labels;
    assert_string_equal(joined(scene, strings, tokens.count), columns[2]);
}

TEST(hundreds_of_repeats_have_composed_numbers)
{
    Tokens tokens = tokens_of(scene, repeated(scene, "x ", 250));
    assert_string_equal(tokens.labels[99], "x₁₀₀");
    assert_string_equal(tokens.labels[206], "x₂₀₇");
}

static void tokenize_bytes(Scene *scene, const char *what, const char *text, size_t size)
{
    /* An exact copy, so that a sanitizer sees a read beyond it. */
    char *copy = memcpy(arena_alloc(scene->arena, size, 1), text, size);
    tokenize(scene->arena, what, copy, size, LIMIT);
}

TEST(a_token_has_a_longest_length)
{
    const char *text = repeated(scene, "é", LONGEST_TOKEN / 2);
    assert_string_equal(tokens_of(scene, text).words[0], text);
    text = arena_format(scene->arena, "%ss", text);
    assert_refused(tokenize_bytes(scene, "standard input", text, strlen(text)),
                   "standard input: a token of 1025 bytes, at most 1024: 'éééééééééééééééééééé…'");
    text = arena_format(scene->arena, "the 👩%s", repeated(scene, "\u200d👩", 200));
    assert_refused(tokenize_bytes(scene, "--sentence", text, strlen(text)),
                   "--sentence: a token of 1404 bytes, at most 1024: "
                   "'👩\u200d👩\u200d👩\u200d👩\u200d👩\u200d👩…'");
}

static void check_refused(Scene *scene, const char *const *columns)
{
    assert_refused(tokenize_bytes(scene, "--sentence", columns[0], strlen(columns[0])), columns[1]);
}

TEST_CASES(what_is_no_text_is_an_error, "load/tokens.list", "refused", check_refused)

TEST(a_nul_byte_is_an_error)
{
    assert_refused(tokenize_bytes(scene, "standard input", "a b\0c", 5),
                   "standard input: a NUL byte at byte offset 3");
}

TEST(too_many_tokens_are_counted)
{
    const char *text = repeated(scene, "a ", LIMIT + 1);
    tokenize_bytes(scene, "--sentence", text, 2 * LIMIT);
    assert_refused(tokenize_bytes(scene, "--sentence", text, 2 * (LIMIT + 1)),
                   "--sentence: 1001 tokens, at most 1000 can be shown");
}

/* Sorting a heap of marks takes time that grows with the square of its height. */
TEST(a_heap_of_marks_is_an_error)
{
    const char *text = arena_format(scene->arena, "a%s\u0301", repeated(scene, "\u0323\u0301", 50));
    tokenize_bytes(scene, "--sentence", text, strlen(text) - strlen("\u0301"));
    assert_refused(tokenize_bytes(scene, "--sentence", text, strlen(text)),
                   "--sentence: more than 100 combining marks in a row at byte offset 201");
}

TEST(a_label_is_cut_to_what_a_line_can_show)
{
    enum { SIZE = 1000 };
    char *word = repeated(scene, "a", SIZE);
    word[SIZE - 1] = 'z';
    Tokens tokens = tokenize(scene->arena, "test", word, SIZE, 10);
    assert_int_equal(strlen(tokens.words[0]), SIZE);
    assert_int_equal(utf8_width(tokens.labels[0]), 100);
    assert_has(tokens.labels[0], "aaa…aaa");
    assert_int_equal(tokens.labels[0][strlen(tokens.labels[0]) - 1], 'z');
}

TEST(a_mark_has_no_letter_and_no_digit)
{
    static const char *const marks[] = {".", "–", "(\u0301", "€", "👍🏽", "\x1b", "。"};
    static const char *const others[] = {"a",  "é",  "x²", "²",  "7",
                                         "日", "か", "'n", "한", "1️⃣"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        assert_true(is_mark(marks[i]));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(is_mark(others[i]));
}

/* Words and marks; what is looked up; and what is safe to show. */
TEST_CASES(a_text_is_cut_into_words_keys_and_labels, "load/tokens.list", "cut", check_tokens)
