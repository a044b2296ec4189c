#include "support/scene.h"
#include "train/pairs.h"

enum { MANY = 200000, SOME = 20000 };

static const char *english_of(Arena *arena, const PairSource *s, const Pair *pair)
{
    return sentence_text(arena, &s->source, pair->source, pair->source_length);
}

/* ---- words ---- */

/* A content word comes from one word, which is always the same, but for signs and sign. */
TEST(content_words_come_from_one_word)
{
    enum { MOST_FRENCH = 400 };
    PairSource s = language_source(scene->arena, LONGEST_USUAL, false);
    int from[MOST_FRENCH][2] = {{0}};
    Random random = random_new(6);
    assert_true(s.target.count <= MOST_FRENCH);
    for (int i = 0; i < SOME; i++) {
        Pair pair;
        s.draw(&s, &random, &pair);
        for (int k = 0; k < pair.target_length; k++) {
            uint64_t origins = pair.origins[k];
            assert_int_not_equal(origins, 0);
            assert_int_equal(origins >> pair.source_length, 0);
            if (!s.content[pair.target[k]])
                continue;
            assert_int_equal(origins & (origins - 1), 0);
            int place = 0;
            while (!(origins >> place & 1))
                place++;
            int *seen = from[pair.target[k]], english = pair.source[place];
            int at = seen[0] && seen[0] != english;
            assert_true(!seen[at] || seen[at] == english);
            seen[at] = english;
            if (at)
                assert_memory_equal(s.source.words[seen[0]], s.source.words[seen[1]], 3);
        }
    }
}

/* ---- how it is drawn ---- */

TEST(knows_content_words)
{
    static const char *const content[] = {"accord", "zones", "nouvel", "signée", "août", "1992"};
    static const char *const function[] = {"le",   "l'",     "du",   "a",  "été",  "est", "pas",
                                           "elle", "devant", "côté", "et", "deux", "<s>"};
    PairSource s = language_source(scene->arena, LONGEST_USUAL, false);
    for (size_t i = 0; i < sizeof content / sizeof *content; i++)
        assert_true(s.content[lexicon_find(&s.target, content[i])]);
    for (size_t i = 0; i < sizeof function / sizeof *function; i++)
        assert_false(s.content[lexicon_find(&s.target, function[i])]);
}

static void check_frequent(const Lexicon *vocabulary, const int *counts)
{
    for (int i = 0; i < vocabulary->count; i++) {
        if (i < SPECIAL_PAIR_WORDS)
            assert_int_equal(counts[i], 0);
        else if (counts[i] < MANY / 250)
            fail_msg("'%s': in %d of %d sentences", vocabulary->words[i], counts[i], MANY);
    }
}

TEST(every_word_is_frequent)
{
    PairSource s = language_source(scene->arena, LONGEST_USUAL, false);
    int *english = arena_alloc(scene->arena, (size_t)s.source.count, sizeof *english);
    int *french = arena_alloc(scene->arena, (size_t)s.target.count, sizeof *french);
    Random random = random_new(7);
    for (int i = 0; i < MANY; i++) {
        Pair pair;
        s.draw(&s, &random, &pair);
        for (int k = 0; k < pair.source_length; k++)
            english[pair.source[k]]++;
        for (int k = 0; k < pair.target_length; k++)
            french[pair.target[k]]++;
    }
    check_frequent(&s.source, english);
    check_frequent(&s.target, french);
}

/* ---- what is held out ---- */

static uint64_t hash_of(const PairSource *s, const Pair *pair)
{
    return sentence_hash(&s->source, pair->source, pair->source_length);
}

TEST(never_draws_what_is_held_out)
{
    enum { HELD_OUT = 300 };
    PairSource s = language_source(scene->arena, LONGEST_USUAL, false);
    Pair *held_out = arena_alloc(scene->arena, HELD_OUT, sizeof *held_out), pair;
    Lexicon sentences = lexicon_new(scene->arena);
    assert_int_equal(s.held_out(&s, 0, HELD_OUT, held_out), HELD_OUT);
    for (int i = 0; i < HELD_OUT; i++) {
        assert_true(is_held_out(hash_of(&s, &held_out[i])));
        lexicon_add(&sentences, english_of(scene->arena, &s, &held_out[i]));
    }
    assert_int_equal(sentences.count, HELD_OUT);
    Random random = random_new(12);
    for (int i = 0; i < SOME; i++) {
        s.draw(&s, &random, &pair);
        assert_false(is_held_out(hash_of(&s, &pair)));
        assert_int_equal(lexicon_find(&sentences, english_of(scene->arena, &s, &pair)), -1);
    }
    static const char famous[] =
        "the agreement on the european economic area was signed in august 1992";
    NumberedWords words = words_parse(scene->arena, "test", famous, sizeof famous - 1, &s.source);
    assert_true(language_pair(&s, words.numbers, words.count, NULL, 0, &pair));
    assert_true(is_held_out(hash_of(&s, &pair)));
}

TEST(holds_the_same_out_every_time)
{
    PairSource s = language_source(scene->arena, LONGEST_USUAL, false),
               other = language_source(scene->arena, LONGEST_USUAL, false);
    Pair *few = arena_alloc(scene->arena, 10, sizeof *few);
    Pair *more = arena_alloc(scene->arena, 50, sizeof *more);
    s.held_out(&s, 0, 10, few);
    other.held_out(&other, 0, 50, more);
    for (int i = 0; i < 10; i++)
        assert_string_equal(english_of(scene->arena, &s, &few[i]),
                            english_of(scene->arena, &other, &more[i]));
}

/* There are few sentences of three words: all of those held out, and then it ends. */
TEST(holds_out_what_there_is)
{
    PairSource s = language_source(scene->arena, 3, false);
    Pair *pairs = arena_alloc(scene->arena, 100, sizeof *pairs);
    int count = s.held_out(&s, 0, 100, pairs);
    assert_in_range(count, 1, 99);
    for (int i = 0; i < count; i++)
        assert_int_equal(pairs[i].source_length, 3);
}
