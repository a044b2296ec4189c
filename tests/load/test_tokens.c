#include "load/tokens.h"

#include "base/utf8.h"

#include "base/text.h"
#include "support/scene.h"

#include <stdlib.h>
#include <string.h>

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
    Tokens tokens;
    if (!tokenize(scene->arena, "--sentence", text, strlen(text), LIMIT, &tokens, &scene->error))
        fail_msg("%s", scene->error.message);
    return tokens;
}

static void assert_words(Scene *scene, const char *text, const char *expected)
{
    Tokens tokens = tokens_of(scene, text);
    assert_string_equal(joined(scene, tokens.words, tokens.count), expected);
}

static void assert_keys(Scene *scene, const char *text, const char *expected)
{
    Tokens tokens = tokens_of(scene, text);
    assert_string_equal(joined(scene, tokens.keys, tokens.count), expected);
}

static void assert_labels(Scene *scene, const char *text, const char *expected)
{
    Tokens tokens = tokens_of(scene, text);
    assert_string_equal(joined(scene, tokens.labels, tokens.count), expected);
}

static void words_and_punctuation_marks_are_tokens(void **state)
{
    assert_words(*state, "He hit the ball with the bat", "He|hit|the|ball|with|the|bat");
    assert_words(*state, "Bat is a mammal.", "Bat|is|a|mammal|.");
    assert_words(*state, "Wait... (what?!) – \"no\"", "Wait|.|.|.|(|what|?|!|)|–|\"|no|\"");
    assert_words(*state, "a,b;c:d/e_f", "a|,|b|;|c|:|d|/|e|_|f");
    assert_words(*state, "x", "x");
}

static void apostrophes_and_hyphens_stay_inside_a_word(void **state)
{
    assert_words(*state, "don't don’t well-known", "don't|don’t|well-known");
    assert_words(*state, "'tis the dogs' -- a- -b c--d", "'|tis|the|dogs|'|-|-|a|-|-|b|c|-|-|d");
    assert_words(*state, "rock'n'roll l’homme co‐op", "rock'n'roll|l’homme|co‐op");
}

static void points_and_commas_stay_inside_a_number(void **state)
{
    assert_words(*state, "3.14 1,000.5 10.", "3.14|1,000.5|10|.");
    assert_words(*state, ".5 -5 a.b v1.2 1. 2", ".|5|-|5|a|.|b|v1.2|1|.|2");
    assert_words(*state, "٣.١٤", "٣.١٤");
}

static void any_white_space_separates(void **state)
{
    assert_words(*state, "  a\tb\r\nc\vd\fe\u00a0f\u2003g\u3000h\u2028i\xc2\x85j\n",
                 "a|b|c|d|e|f|g|h|i|j");
}

static void letters_of_all_scripts_make_words(void **state)
{
    assert_words(*state, "naïve Größe", "naïve|Größe");
    assert_words(*state, "Привет, мир!", "Привет|,|мир|!");
    assert_words(*state, "שלום עולם", "שלום|עולם");
    assert_words(*state, "한국어 문장", "한국어|문장");
    assert_words(*state, "मैं हिन्दी", "मैं|हिन्दी");
    assert_words(*state, "می\u200cخواهم", "می\u200cخواهم");
    assert_words(*state, "x² H₂O", "x²|H₂O");
}

static void ideographs_and_kana_stand_alone(void **state)
{
    assert_words(*state, "日本語のテスト。", "日|本|語|の|テ|ス|ト|。");
    assert_words(*state, "GPU上で走る", "GPU|上|で|走|る");
    assert_words(*state, "か\u3099", "が"); /* with its mark, composed */
}

static void emoji_and_symbols_stay_whole(void **state)
{
    assert_words(*state, "👩‍👩‍👧👍🏽🇩🇪🇫🇷",
                 "👩‍👩‍👧|👍🏽|🇩🇪|🇫🇷");
    assert_words(*state, "1️⃣ ❤️ 🏳️‍🌈", "1️⃣|❤️|🏳️‍🌈");
    assert_words(*state, "a+b=c €5 √x", "a|+|b|=|c|€|5|√|x");
    assert_words(*state, "(\u0301)", "(\u0301|)");
}

static void control_characters_are_tokens_of_their_own(void **state)
{
    assert_words(*state, "a\x1b[31mb", "a|\x1b|[|31mb");
    assert_words(*state, "\x01\x02", "\x01|\x02");
    assert_words(*state, "a\u202eb", "a|\u202e|b");
}

static void words_are_composed(void **state)
{
    assert_words(*state, "cafe\u0301", "café");
    assert_words(*state, "\u1112\u1161\u11ab", "한");
    assert_words(*state, "\u212b", "Å"); /* the Angstrom sign is a letter */
}

static void keys_ignore_case_and_the_form_of_the_apostrophe(void **state)
{
    assert_keys(*state, "THE The the", "the|the|the");
    assert_keys(*state, "Straße STRASSE", "strasse|strasse");
    assert_keys(*state, "ΣΑΣ σας ς", "σασ|σασ|σ");
    assert_keys(*state, "Don’t DON'T l’O’s’x", "don't|don't|l'o's'x");
    assert_keys(*state, "CAFE\u0301 café", "café|café");
}

static void a_repeated_word_is_numbered_in_its_label(void **state)
{
    assert_labels(*state, "He hit the ball with the bat", "He|hit|the₁|ball|with|the₂|bat");
    assert_labels(*state, "The cat, the dog, THE end", "The₁|cat|,₁|the₂|dog|,₂|THE₃|end");
    assert_labels(*state, "a a a a a a a a a a a", "a₁|a₂|a₃|a₄|a₅|a₆|a₇|a₈|a₉|a₁₀|a₁₁");
    assert_labels(*state, "Straße strasse", "Straße₁|strasse₂");
}

static void hundreds_of_repeats_have_composed_numbers(void **state)
{
    Scene *scene = *state;
    char text[2 * 250 + 1] = "";
    for (int i = 0; i < 250; i++)
        strcat(text, "x ");
    Tokens tokens = tokens_of(scene, text);
    assert_string_equal(tokens.labels[99], "x₁₀₀");
    assert_string_equal(tokens.labels[206], "x₂₀₇");
}

static void labels_are_safe_to_show(void **state)
{
    assert_labels(*state, "\x1b[2J", "␛|[|2J");
    assert_labels(*state, "\u202eabc", "⟨U+202E⟩|abc");
    assert_labels(*state, "<script> | \\input", "<|script|>|||\\|input");
    assert_labels(*state, "\u0301", "◌\u0301");
}

static bool tokenize_bytes(Scene *scene, const char *what, const char *text, size_t size)
{
    Tokens tokens;
    /* An exact copy, so that a sanitizer sees a read beyond it. */
    char *copy = memcpy(arena_alloc(scene->arena, size, 1), text, size);
    return tokenize(scene->arena, what, copy, size, LIMIT, &tokens, &scene->error);
}

static void a_token_has_a_longest_length(void **state)
{
    Scene *scene = *state;
    Text text = text_new(scene->arena);
    for (int i = 0; i < LONGEST_TOKEN / 2; i++)
        text_add(&text, "é");
    assert_string_equal(tokens_of(scene, text.data).words[0], text.data);
    text_add(&text, "s");
    assert_fails(tokenize_bytes(scene, "standard input", text.data, text.length), scene,
                 EXIT_FAILURE,
                 "standard input: a token of 1025 bytes, at most 1024: 'éééééééééééééééééééé…'");
    text_clear(&text);
    text_add(&text, "the 👩");
    for (int i = 0; i < 200; i++)
        text_add(&text, "\u200d👩");
    assert_fails(tokenize_bytes(scene, "--sentence", text.data, text.length), scene, EXIT_FAILURE,
                 "--sentence: a token of 1404 bytes, at most 1024: "
                 "'👩\u200d👩\u200d👩\u200d👩\u200d👩\u200d👩…'");
}

static void nothing_to_read_is_an_error(void **state)
{
    Scene *scene = *state;
    assert_fails(tokenize_bytes(scene, "--sentence", "", 0), scene, EXIT_FAILURE,
                 "--sentence: no text: attention needs at least one word");
    assert_fails(tokenize_bytes(scene, "standard input", " \n\t", 3), scene, EXIT_FAILURE,
                 "standard input: only white space: attention needs at least one word");
    assert_fails(tokenize_bytes(scene, "standard input", "\u3000", 3), scene, EXIT_FAILURE,
                 "standard input: only white space: attention needs at least one word");
}

static void what_is_not_text_is_an_error(void **state)
{
    Scene *scene = *state;
    assert_fails(tokenize_bytes(scene, "--sentence", "caf\xe9 x", 6), scene, EXIT_FAILURE,
                 "--sentence: not valid UTF-8 at byte offset 3 (0xE9)");
    assert_fails(tokenize_bytes(scene, "--sentence", "ab\xe2\x82", 4), scene, EXIT_FAILURE,
                 "--sentence: not valid UTF-8 at byte offset 2 (0xE2)");
    assert_fails(tokenize_bytes(scene, "standard input", "a b\0c", 5), scene, EXIT_FAILURE,
                 "standard input: a NUL byte at byte offset 3");
}

static void too_many_tokens_are_counted(void **state)
{
    Scene *scene = *state;
    char text[2 * (LIMIT + 1) + 1];
    for (int i = 0; i <= LIMIT; i++)
        memcpy(text + 2 * i, "a ", 2);
    assert_true(tokenize_bytes(scene, "--sentence", text, 2 * LIMIT));
    assert_fails(tokenize_bytes(scene, "--sentence", text, 2 * (LIMIT + 1)), scene, EXIT_FAILURE,
                 "--sentence: 1001 tokens, at most 1000 can be shown");
}

/* Sorting a heap of marks takes time that grows with the square of its height. */
static void a_heap_of_marks_is_an_error(void **state)
{
    Scene *scene = *state;
    char text[1 + 2 * 101 + 1] = "a";
    for (int i = 0; i < 100; i++)
        strcat(text, i % 2 ? "\u0301" : "\u0323");
    assert_true(tokenize_bytes(scene, "--sentence", text, strlen(text)));
    strcat(text, "\u0301");
    assert_fails(tokenize_bytes(scene, "--sentence", text, strlen(text)), scene, EXIT_FAILURE,
                 "--sentence: more than 100 combining marks in a row at byte offset 201");
}

static void megabytes_are_read_at_once(void **state)
{
    Scene *scene = *state;
    size_t size = 10 << 20;
    char *text = arena_alloc(scene->arena, size, 1);
    for (size_t i = 0; i < size; i++)
        text[i] = "the bat, "[i % 9];
    assert_fails(tokenize_bytes(scene, "standard input", text, size), scene, EXIT_FAILURE,
                 "standard input: 3495253 tokens, at most 1000 can be shown");
}

static void any_bytes_give_tokens_or_an_error(void **state)
{
    Scene *scene = *state;
    uint32_t noise = 1;
    for (int round = 0; round < 3000; round++) {
        char bytes[24];
        size_t size = noise % sizeof bytes;
        for (size_t i = 0; i < size; i++) {
            noise = noise * 1664525 + 1013904223;
            static const char pool[] = "\xe2\x80\x8d\xf0\x9f\x98\x80\xcc\x81 a'1.\x1b\xd7\x90-";
            bytes[i] = round % 2 ? (char)(noise >> 24) : pool[(noise >> 24) % (sizeof pool - 1)];
        }
        noise = noise * 1664525 + 1013904223;
        Tokens tokens;
        char *copy = memcpy(arena_alloc(scene->arena, size, 1), bytes, size);
        if (tokenize(scene->arena, "x", copy, size, LIMIT, &tokens, &scene->error)) {
            assert_true(tokens.count >= 1 && tokens.count <= (int)size);
            for (int i = 0; i < tokens.count; i++)
                assert_true(*tokens.words[i] && *tokens.keys[i] && *tokens.labels[i]);
        } else {
            assert_int_equal(strncmp(scene->error.message, "x: ", 3), 0);
        }
    }
}

static void a_label_is_cut_to_what_a_line_can_show(void **state)
{
    Scene *scene = *state;
    enum { SIZE = 1000 };
    char *word = arena_alloc(scene->arena, SIZE + 1, 1);
    memset(word, 'a', SIZE);
    word[SIZE - 1] = 'z';
    Tokens tokens;
    assert_true(tokenize(scene->arena, "test", word, SIZE, 10, &tokens, &scene->error));
    assert_int_equal(strlen(tokens.words[0]), SIZE);
    assert_int_equal(utf8_width(tokens.labels[0]), 100);
    assert_non_null(strstr(tokens.labels[0], "aaa…aaa"));
    assert_int_equal(tokens.labels[0][strlen(tokens.labels[0]) - 1], 'z');
}

static void a_mark_has_no_letter_and_no_digit(void **state)
{
    (void)state;
    static const char *const marks[] = {".", "–", "(\u0301", "€", "👍🏽", "\x1b", "。"};
    static const char *const others[] = {"a",  "é",  "x²", "²",  "7",
                                         "日", "か", "'n", "한", "1️⃣"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        assert_true(is_mark(marks[i]));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(is_mark(others[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_punctuation_marks_are_tokens),
        cmocka_unit_test(apostrophes_and_hyphens_stay_inside_a_word),
        cmocka_unit_test(points_and_commas_stay_inside_a_number),
        cmocka_unit_test(any_white_space_separates),
        cmocka_unit_test(letters_of_all_scripts_make_words),
        cmocka_unit_test(ideographs_and_kana_stand_alone),
        cmocka_unit_test(emoji_and_symbols_stay_whole),
        cmocka_unit_test(control_characters_are_tokens_of_their_own),
        cmocka_unit_test(words_are_composed),
        cmocka_unit_test(keys_ignore_case_and_the_form_of_the_apostrophe),
        cmocka_unit_test(a_repeated_word_is_numbered_in_its_label),
        cmocka_unit_test(hundreds_of_repeats_have_composed_numbers),
        cmocka_unit_test(labels_are_safe_to_show),
        cmocka_unit_test(a_token_has_a_longest_length),
        cmocka_unit_test(nothing_to_read_is_an_error),
        cmocka_unit_test(what_is_not_text_is_an_error),
        cmocka_unit_test(too_many_tokens_are_counted),
        cmocka_unit_test(a_heap_of_marks_is_an_error),
        cmocka_unit_test(megabytes_are_read_at_once),
        cmocka_unit_test(any_bytes_give_tokens_or_an_error),
        cmocka_unit_test(a_label_is_cut_to_what_a_line_can_show),
        cmocka_unit_test(a_mark_has_no_letter_and_no_digit),
    };
    return run_scenes(tests);
}
