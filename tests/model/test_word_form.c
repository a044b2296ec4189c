#include "model/words.h"

#include "support/case_list.h"

/* The lists, as model/word_form.c has them. */
enum { MOST_BASES = 3 };

static const struct {
    const char *form, *bases[MOST_BASES];
} irregular_forms[] = {
#include "model/irregular_forms.list"
};

static const char *const function_words[] = {
#include "model/function_words.list"
};

enum {
    IRREGULAR_FORMS = sizeof irregular_forms / sizeof *irregular_forms,
    FUNCTION_WORDS = sizeof function_words / sizeof *function_words
};

/* That of this vocabulary a word is looked up by the form expected; NULL: not at all. */
static void assert_form(Scene *scene, const char *const *words, int count, const char *key,
                        const char *expected)
{
    Lexicon v = lexicon_of(scene->arena, words, count);
    const char *form;
    int row = vocabulary_row_of_form(scene->arena, &v, key, &form);
    fail_if(strcmp(form, expected ? expected : key) != 0, "%s is looked up as %s, not %s", key,
            form, expected ? expected : "nothing");
    assert_int_equal(row, expected ? lexicon_find(&v, expected) : -1);
    assert_int_equal(row >= 0, expected != NULL);
}

/* A vocabulary, a word, and the form that it is looked up by, if any. */
static void check_found(Scene *scene, const char *const *columns)
{
    int count;
    char **words = words_of_line(scene, columns[0], &count);
    assert_form(scene, (const char *const *)words, count, columns[1], columns[2]);
}

TEST_CASES(words_are_found_by_their_forms_the_likeliest_first, "model/word_forms.list", "found",
           check_found)

TEST(lists_are_sorted_and_each_word_is_there_once)
{
    assert_true(FUNCTION_WORDS > 30 && IRREGULAR_FORMS > 30);
    for (int i = 1; i < FUNCTION_WORDS; i++)
        fail_if(strcmp(function_words[i - 1], function_words[i]) >= 0, "%s stands before %s",
                function_words[i - 1], function_words[i]);
    for (int i = 1; i < IRREGULAR_FORMS; i++)
        fail_if(strcmp(irregular_forms[i - 1].form, irregular_forms[i].form) >= 0,
                "%s stands before %s", irregular_forms[i - 1].form, irregular_forms[i].form);
}

TEST(every_word_of_a_list_is_found)
{
    for (int i = 0; i < FUNCTION_WORDS; i++) {
        assert_true(is_function_word(function_words[i]));
        assert_false(is_function_word(arena_format(scene->arena, "%s-", function_words[i])));
    }
    assert_false(is_function_word(""));
}

TEST(every_irregular_form_is_found_by_each_of_its_bases)
{
    for (int i = 0; i < IRREGULAR_FORMS; i++)
        for (int k = 0; k < MOST_BASES && irregular_forms[i].bases[k]; k++) {
            assert_string_not_equal(irregular_forms[i].bases[k], irregular_forms[i].form);
            assert_form(scene, &irregular_forms[i].bases[k], 1, irregular_forms[i].form,
                        irregular_forms[i].bases[k]);
        }
}

TEST(a_key_has_itself_as_its_first_form_and_each_form_once)
{
    static const char *const keys[] = {"bats", "don't", "", "-", "colour-coded", "leaves"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        Lexicon forms = word_forms(scene->arena, keys[i]);
        assert_true(forms.count >= 1);
        assert_string_equal(forms.words[0], keys[i]);
        for (int a = 0; a < forms.count; a++)
            for (int b = a + 1; b < forms.count; b++)
                assert_string_not_equal(forms.words[a], forms.words[b]);
    }
}

TEST(what_is_too_long_for_a_word_has_no_other_form)
{
    enum { LONG = 1000000 };
    char *key = arena_alloc(scene->arena, LONG + 1, 1);
    memset(key, 's', LONG);
    Lexicon forms = word_forms(scene->arena, key);
    assert_string_equal(forms.words[0], key);
    assert_int_equal(forms.count, 1);
}
