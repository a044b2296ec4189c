#include "language/language.h"

#include "support/case_list.h"

enum { MANY = 200000, SOME = 20000, MOST_TEST_WORDS = 30 };

static const char *word_of(const Language *language, Tongue tongue, int number)
{
    return language_words(language, tongue)->words.words[number];
}

/* Words with a space between, in the arena. */
static const char *said(Arena *arena, const Language *language, const Pair *pair, Tongue tongue)
{
    Text text = text_new(arena);
    int length = tongue == ENGLISH ? pair->source_length : pair->target_length;
    const int *words = tongue == ENGLISH ? pair->source : pair->target;
    for (int i = 0; i < length; i++)
        text_format(&text, "%s%s", i ? " " : "", word_of(language, tongue, words[i]));
    return text.data;
}

/* "0 1 3+4": which words of the source each word of the target comes from. */
static const char *origins_of(Arena *arena, const Pair *pair)
{
    Text text = text_new(arena);
    for (int i = 0; i < pair->target_length; i++) {
        const char *separator = i ? " " : "";
        for (int k = 0; k < pair->source_length; k++)
            if (pair->origins[i] >> k & 1) {
                text_format(&text, "%s%d", separator, k);
                separator = "+";
            }
    }
    return text.data;
}

static bool translate(Scene *scene, const Language *language, const char *english, Pair *pair)
{
    int words[MOST_TEST_WORDS] = {0}, count = 0;
    for (char *rest = arena_strdup(scene->arena, english); rest; count++) {
        const char *text = strsep(&rest, " ");
        for (int i = SPECIAL_PAIR_WORDS; i < language_words(language, ENGLISH)->words.count; i++)
            if (strcmp(word_of(language, ENGLISH, i), text) == 0)
                words[count] = i;
    }
    return language_translate(language, words, count, 0, pair);
}

/* ---- French, as it is taught ---- */

static void check_translation(Scene *scene, const char *const *columns)
{
    Pair pair;
    const Language *language = language_new(scene->arena);
    fail_if(!translate(scene, language, columns[0], &pair), "not in the language: %s", columns[0]);
    assert_string_equal(said(scene->arena, language, &pair, FRENCH), columns[1]);
}

TEST_CASES(speaks_french, "language/sentences.list", "translations", check_translation)

static void check_refused(Scene *scene, const char *const *columns)
{
    Pair pair;
    fail_if(translate(scene, language_new(scene->arena), columns[0], &pair), "translated: %s",
            columns[0]);
}

TEST_CASES(refuses_what_the_grammar_does_not_make, "language/sentences.list", "refused",
           check_refused)

/* All of them that differ, in the order of the choices. */
static void check_choices(Scene *scene, const char *const *columns)
{
    Pair pair;
    const Language *language = language_new(scene->arena);
    Lexicon different = lexicon_new(scene->arena);
    if (translate(scene, language, columns[0], &pair)) {
        int words[LONGEST_SAID], count = pair.source_length, choices = 1;
        memcpy(words, pair.source, sizeof words);
        for (int i = 0; i < choices; i++) {
            choices = language_translate(language, words, count, i, &pair);
            lexicon_add(&different, said(scene->arena, language, &pair, FRENCH));
        }
    }
    assert_string_equal(join_strings(scene->arena, different.words, different.count, "|", "|"),
                        columns[1]);
}

TEST_CASES(says_it_in_every_right_order, "language/sentences.list", "choices", check_choices)

static void check_origins(Scene *scene, const char *const *columns)
{
    Pair pair;
    assert_true(translate(scene, language_new(scene->arena), columns[0], &pair));
    assert_string_equal(origins_of(scene->arena, &pair), columns[1]);
}

TEST_CASES(knows_where_each_word_comes_from, "language/sentences.list", "origins", check_origins)

/* ---- what holds for every sentence ---- */

/* A sentence and its usual translation. */
static Pair drawn(const Language *language, Random *random, int longest)
{
    Pair pair;
    language_draw(language, random, longest, &pair);
    assert_true(language_translate(language, pair.source, pair.source_length, 0, &pair));
    return pair;
}

/* Parsing takes another way than drawing: it has to find the same. */
TEST(translates_what_it_draws)
{
    const Language *language = language_new(scene->arena);
    Random random = random_new(4);
    for (int i = 0; i < MANY; i++) {
        Pair pair, parsed;
        language_draw(language, &random, LONGEST_LANGUAGE_SENTENCE, &pair);
        fail_if(!language_translate(language, pair.source, pair.source_length, 0, &parsed),
                "not parsed: %s", said(scene->arena, language, &pair, ENGLISH));
        assert_int_equal(parsed.source_length, pair.source_length);
        assert_memory_equal(parsed.source, pair.source,
                            (size_t)pair.source_length * sizeof *pair.source);
    }
}

static bool is_one_of(const char *word, const char *const *words)
{
    for (; *words; words++)
        if (strcmp(word, *words) == 0)
            return true;
    return false;
}

/* By the grammar book: which forms stand before a vowel, and which do not. */
TEST(elides_before_vowels)
{
    static const char *const vowels[] = {
        "accord", "accords", "école",  "écoles",  "étudiant",  "étudiants", "enfant", "enfants",
        "homme",  "hommes",  "oiseau", "oiseaux", "arbre",     "arbres",    "un",     "une",
        "est",    "a",       "ont",    "accepte", "acceptent", "aime",      "aiment", NULL};
    static const char *const never_before[] = {"le", "la", "de", "ne", "ce", "ma", "nouveau", NULL};
    static const char *const only_before[] = {"l'", "d'", "n'", "cet", "nouvel", "vieil", NULL};
    const Language *language = language_new(scene->arena);
    Random random = random_new(5);
    int elided = 0;
    for (int i = 0; i < SOME; i++) {
        Pair pair = drawn(language, &random, LONGEST_USUAL);
        for (int k = 0; k + 1 < pair.target_length; k++) {
            const char *word = word_of(language, FRENCH, pair.target[k]);
            const char *next = word_of(language, FRENCH, pair.target[k + 1]);
            bool before = is_one_of(next, vowels);
            fail_if(before ? is_one_of(word, never_before) : is_one_of(word, only_before), "%s",
                    said(scene->arena, language, &pair, FRENCH));
            if (strcmp(word, "de") == 0)
                assert_true(strcmp(next, "le") != 0 && strcmp(next, "les") != 0);
            elided += before && is_one_of(word, only_before);
        }
    }
    assert_true(elided > SOME / 10);
}

static void check_lengths(Scene *scene, int longest, int least_share)
{
    const Language *language = language_new(scene->arena);
    int counts[LONGEST_LANGUAGE_SENTENCE + 1] = {0};
    Random random = random_new(8);
    for (int i = 0; i < SOME; i++) {
        Pair pair = drawn(language, &random, longest);
        assert_in_range(pair.source_length, SHORTEST_SENTENCE, longest);
        counts[pair.source_length]++;
    }
    for (int i = SHORTEST_SENTENCE; i <= longest; i++)
        fail_if(counts[i] < SOME / least_share, "%d of %d sentences have %d words", counts[i], SOME,
                i);
}

TEST(lengths_spread)
{
    check_lengths(scene, LONGEST_USUAL, 100);
    check_lengths(scene, LONGEST_LANGUAGE_SENTENCE, 200);
}

/* The paper's sentence is too rare to wait for; its parts are not. */
TEST(draws_the_parts_of_the_papers_sentence)
{
    static const char *const parts[] = {"the agreement on the ", "the european economic area ",
                                        "european economic area was ",
                                        "the agreement was signed in ", " signed in august 1992"};
    const Language *language = language_new(scene->arena);
    Arena *scratch = arena_new();
    int found[sizeof parts / sizeof *parts] = {0};
    Random random = random_new(9);
    for (int i = 0; i < MANY; i++) {
        Pair pair = drawn(language, &random, LONGEST_USUAL);
        const char *english = said(scratch, language, &pair, ENGLISH);
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
            found[k] += strstr(english, parts[k]) != NULL;
        arena_reset(scratch);
    }
    arena_free(scratch);
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        fail_if(!found[k], "never drawn: %s", parts[k]);
}

TEST(same_seed_same_sentences)
{
    const Language *language = language_new(scene->arena), *other = language_new(scene->arena);
    Random a = random_new(10), b = random_new(10), c = random_new(11);
    int different = 0;
    for (int i = 0; i < 1000; i++) {
        Pair first = drawn(language, &a, LONGEST_USUAL), second = drawn(other, &b, LONGEST_USUAL);
        Pair third = drawn(language, &c, LONGEST_USUAL);
        const char *english = said(scene->arena, language, &first, ENGLISH);
        assert_string_equal(said(scene->arena, other, &second, ENGLISH), english);
        assert_string_equal(said(scene->arena, other, &second, FRENCH),
                            said(scene->arena, language, &first, FRENCH));
        different += strcmp(said(scene->arena, language, &third, ENGLISH), english) != 0;
    }
    assert_true(different > 900);
}
