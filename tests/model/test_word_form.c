#include "model/words.h"

#include "support/scene.h"

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

enum { LONGEST = 32 };

/* The next of pairs with commas between; false behind the last. */
static bool next_pair(const char **at, char *key, char *base)
{
    int length = 0;
    if (!**at)
        return false;
    assert_int_equal(sscanf(*at, "%31s %31[^,],%n", key, base, &length), 2);
    *at += length ? length : (int)strlen(*at);
    return true;
}

TEST(a_word_is_found_by_its_base_form)
{
    static const char *const words[] = {"bat",   "box",   "fly",   "hope",  "hop", "church",
                                        "woman", "known", "bus",   "happy", "big", "wise",
                                        "dish",  "s",     "flies", "<unk>"};
    static const char pairs[] =
        "bat bat, bats bat, bat's bat, bats' bat, boxes box, flies flies, flied fly, "
        "hoped hope, hoping hope, hopping hop, hopped hop, churches church, women woman, "
        "buses bus, happiest happy, happier happy, bigger big, wiser wise, dishes dish, "
        "well-known known, fruit-bats bat";
    static const char *const none[] = {"zebra", "", "-", "ed", "'s", "ss", "bat-"};
    char key[LONGEST], base[LONGEST];
    for (const char *at = pairs; next_pair(&at, key, base);)
        assert_form(scene, words, sizeof words / sizeof *words, key, base);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_form(scene, words, sizeof words / sizeof *words, none[i], NULL);
}

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

/* Words, each with the only word of the vocabulary. */
static const char found[] =
    /* irregular */
    "swam swim, woke wake, mice mouse, better good, better well, was be, went go, "
    "children child, children's child, worst bad, lives life, bigger big, "
    /* contractions and possessives */
    "don't not, don't do, can't cannot, won't will, it's it, he'll he, i'm i, "
    "they've they, we're we, she'd she, dog's dog, dogs' dog, dogs' dogs, women's woman, "
    /* hyphenated, by their head */
    "e-mails email, fruit-bats bat, sister-in-law sister, brothers-in-law brother, "
    "built-in build, well-known know, "
    /* British and American */
    "colour color, color colour, colours color, realise realize, realized realise, "
    "organisation organization, analyse analyze, centre center, grey gray, "
    "theaters theatre, favourite favorite";

static const char not_found[] =
    "thing the, forest for, butter but, summer sum, prise prize, four for, source sorce, "
    "ass as, zzz be";

TEST(forms_are_found_and_what_only_looks_like_one_is_not)
{
    char key[LONGEST], base[LONGEST];
    const char *const vocabulary[] = {base};
    for (const char *at = found; next_pair(&at, key, base);)
        assert_form(scene, vocabulary, 1, key, base);
    for (const char *at = not_found; next_pair(&at, key, base);)
        assert_form(scene, vocabulary, 1, key, NULL);
}

TEST(the_likeliest_base_comes_first_and_the_word_itself_before_it)
{
    static const char *const words[] = {"well", "good", "leave", "leaf", "not", "do", "left"};
    assert_form(scene, words, 7, "better", "good");
    assert_form(scene, words, 7, "leaves", "leaf");
    assert_form(scene, words, 7, "don't", "not");
    assert_form(scene, words, 7, "left", "left");
    assert_form(scene, (const char *[]){"email", "mail", "e"}, 3, "e-mail", "email");
    assert_form(scene, (const char *[]){"mail", "e"}, 2, "e-mail", "mail");
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
