#include "train/pairs.h"

#include "support/case_list.h"

static Lexicon vocabulary_of(Scene *scene, const char *const *words)
{
    Lexicon vocabulary = pair_vocabulary(scene->arena);
    for (; *words; words++)
        lexicon_add(&vocabulary, *words);
    return vocabulary;
}

static NumberedWords parse(Scene *scene, const char *text, const Lexicon *vocabulary)
{
    return words_parse(scene->arena, "--sentence", text, strlen(text), vocabulary);
}

/* The words that a text is split into, with a bar between. */
static void check_split(Scene *scene, const char *const *columns)
{
    Strings words = split_words(scene->arena, "test", columns[0], strlen(columns[0]));
    assert_string_equal(join_strings(scene->arena, words.items, words.count, "|", "|"), columns[1]);
}

TEST(begins_with_the_special_words)
{
    Lexicon vocabulary = pair_vocabulary(scene->arena);
    assert_int_equal(vocabulary.count, SPECIAL_PAIR_WORDS);
    assert_string_equal(vocabulary.words[START_WORD], "<s>");
    assert_string_equal(vocabulary.words[END_WORD], "</s>");
    assert_string_equal(vocabulary.words[UNKNOWN_PAIR_WORD], "<unk>");
}

TEST_CASES(splits_elided_words_off, "train/pairs.list", "split", check_split)

TEST(writes_a_sentence_as_it_is_printed)
{
    static const char *const words[] = {"l'", "accord", ",", "n'", "a", ".", NULL};
    Lexicon vocabulary = vocabulary_of(scene, words);
    int sentence[] = {3, 4, 5, 6, 7, 8};
    assert_string_equal(sentence_text(scene->arena, &vocabulary, sentence, 6), "l'accord, n'a.");
    assert_string_equal(sentence_text(scene->arena, &vocabulary, sentence, 0), "");
}

/* A vocabulary, a sentence, the numbers of its words, and which are unknown. */
static void check_looked_up(Scene *scene, const char *const *columns)
{
    int count;
    Text numbers = text_new(scene->arena);
    const char *const *known = (const char *const *)words_of_line(scene, columns[0], &count);
    Lexicon vocabulary = vocabulary_of(scene, known);
    NumberedWords words = parse(scene, columns[1], &vocabulary);
    for (int i = 0; i < words.count; i++)
        text_format(&numbers, "%s%d", i ? " " : "", words.numbers[i]);
    assert_string_equal(numbers.data, columns[2]);
    assert_text(words.unknown, columns[3]);
}

TEST_CASES(looks_a_sentence_up, "train/pairs.list", "looked up", check_looked_up)

TEST(refuses_hostile_sentences)
{
    Lexicon vocabulary = pair_vocabulary(scene->arena);
    assert_failing(parse(scene, "", &vocabulary));
    assert_failing(parse(scene, " \t ", &vocabulary));
    assert_failing(parse(scene, "caf\xe9", &vocabulary));
    char text[2 * (LONGEST_SIDE + 1) + 1] = "";
    for (int i = 0; i < LONGEST_SIDE; i++)
        strcat(text, "a ");
    parse(scene, text, &vocabulary);
    strcat(text, "a ");
    assert_refused(parse(scene, text, &vocabulary), "--sentence: 51 words, at most 50 can be read");
}

/* FNV-1a of "ab " as Python computes it: which pairs are held out depends on it. */
TEST(hashes_as_fnv_does)
{
    static const char *const words[] = {"ab", "a", "b", NULL};
    Lexicon vocabulary = vocabulary_of(scene, words);
    int one[] = {3}, two[] = {4, 5};
    assert_true(sentence_hash(&vocabulary, one, 1) == UINT64_C(0xe71fe3190541c5be));
    assert_true(sentence_hash(&vocabulary, one, 1) != sentence_hash(&vocabulary, two, 2));
}
