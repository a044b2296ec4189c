#include "train/language.h"

#include "base/text.h"
#include "support/scene.h"

#include <string.h>

static const Lengths usual = {SHORTEST_SENTENCE, LONGEST_USUAL};

enum { MANY = 200000, SOME = 20000 };

static PairSource language(Scene *scene)
{
    return language_source(scene->arena, usual);
}

/* Words with a space between, in the arena. */
static const char *joined(Arena *arena, const Lexicon *vocabulary, const int *words, int length)
{
    Text text = text_new(arena);
    for (int i = 0; i < length; i++)
        text_format(&text, "%s%s", i ? " " : "", vocabulary->words[words[i]]);
    return text.data;
}

static const char *english_of(Arena *arena, const PairSource *s, const Pair *pair)
{
    return joined(arena, &s->source, pair->source, pair->source_length);
}

static const char *french_of(Arena *arena, const PairSource *s, const Pair *pair)
{
    return joined(arena, &s->target, pair->target, pair->target_length);
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

static bool translate(Scene *scene, const PairSource *s, const char *english, Pair *pair)
{
    Words words;
    if (!words_parse(scene->arena, "test", english, strlen(english), &s->source, &words,
                     &scene->error))
        fail_msg("%s", scene->error.message);
    return language_translate(s, words.numbers, words.count, pair);
}

/* ---- French, as it is taught ---- */

static const char *const translations[][2] = {
    {"the agreement on the european economic area was signed in august 1992",
     "l' accord sur la zone économique européenne a été signé en août 1992"},
    /* the participle agrees */
    {"the law was signed", "la loi a été signée"},
    {"the agreements were signed", "les accords ont été signés"},
    {"the letters were not read", "les lettres n' ont pas été lues"},
    {"she was not seen in the city", "elle n' a pas été vue dans la ville"},
    {"they were seen by three small children", "ils ont été vus par trois petits enfants"},
    {"the public gardens of the old city were visited",
     "les jardins publics de la vieille ville ont été visités"},
    {"two important european laws were accepted in 1957",
     "deux lois européennes importantes ont été acceptées en 1957"},
    /* negation */
    {"the minister does not sign the agreement", "le ministre ne signe pas l' accord"},
    {"the student does not accept this law", "l' étudiant n' accepte pas cette loi"},
    {"he never accepts the new agreement", "il n' accepte jamais le nouvel accord"},
    {"this bird was never seen under this tree", "cet oiseau n' a jamais été vu sous cet arbre"},
    {"this car is not new", "cette voiture n' est pas nouvelle"},
    {"the woman often sees the dogs", "la femme voit souvent les chiens"},
    /* … after which "a" is de */
    {"the minister does not sign a law", "le ministre ne signe pas de loi"},
    {"the students never sign an agreement", "les étudiants ne signent jamais d' accord"},
    {"they do not read a letter of a teacher", "ils ne lisent pas de lettre d' un professeur"},
    {"he does not read two newspapers", "il ne lit pas deux journaux"},
    /* predicates agree, with two as with one */
    {"the area is large", "la zone est grande"},
    {"these areas are not large", "ces zones ne sont pas grandes"},
    {"the letters of the minister are important", "les lettres du ministre sont importantes"},
    {"my house and my garden are old", "ma maison et mon jardin sont vieux"},
    {"the school and the city are old", "l' école et la ville sont vieilles"},
    {"the man and the woman were seen in the garden",
     "l' homme et la femme ont été vus dans le jardin"},
    {"this old tree is large and red", "ce vieil arbre est grand et rouge"},
    {"the school is large and old", "l' école est grande et vieille"},
    /* adjectives before and after the noun, in reverse */
    {"an old man reads the newspaper of the teacher",
     "un vieil homme lit le journal du professeur"},
    {"the old men read the newspapers of the teachers",
     "les vieux hommes lisent les journaux des professeurs"},
    {"the new european economic agreement is important",
     "le nouvel accord économique européen est important"},
    {"the large european public school is red", "la grande école publique européenne est rouge"},
    {"our children like the red birds", "nos enfants aiment les oiseaux rouges"},
    /* possessives and demonstratives before a vowel */
    {"my school was visited by the minister in june",
     "mon école a été visitée par le ministre en juin"},
    {"my new school is small", "ma nouvelle école est petite"},
    {"this child sees a bird in front of our house",
     "cet enfant voit un oiseau devant notre maison"},
    {"this old man sees these birds", "ce vieil homme voit ces oiseaux"},
    /* prepositions, and what they contract with */
    {"the cat sleeps next to the house", "le chat dort à côté de la maison"},
    {"the cats sleep next to the trees", "les chats dorment à côté des arbres"},
    {"the dog sleeps next to the garden", "le chien dort à côté du jardin"},
    {"the dog sleeps next to a tree", "le chien dort à côté d' un arbre"},
    {"the woman works near the school", "la femme travaille près de l' école"},
    {"she works because of the new law", "elle travaille à cause de la nouvelle loi"},
    {"the child does not work because of a bird in the garden",
     "l' enfant ne travaille pas à cause d' un oiseau dans le jardin"},
    {"a letter for the young teacher was read in january 2015",
     "une lettre pour le jeune professeur a été lue en janvier 2015"},
    {"the woman with the small dog likes our gardens",
     "la femme avec le petit chien aime nos jardins"},
    {"the law on the cars was signed by a new minister",
     "la loi sur les voitures a été signée par un nouveau ministre"},
};

static void speaks_french(void **state)
{
    Scene *scene = *state;
    PairSource s = language(scene);
    for (size_t i = 0; i < sizeof translations / sizeof *translations; i++) {
        Pair pair;
        const char *english = translations[i][0], *french = translations[i][1];
        bool translated = translate(scene, &s, english, &pair);
        if (!translated)
            fail_msg("not in the language: %s", english);
        assert_string_equal(french_of(scene->arena, &s, &pair), french);
    }
}

static void refuses_what_the_grammar_does_not_make(void **state)
{
    static const char *const sentences[] = {
        "the law",
        "the law was",
        "the law was signed in",
        "the law was signed in the",
        "in august 1992",
        "the cat signs the law",
        "the area are large",
        "the areas is large",
        "a agreement was signed",
        "an european law was signed",
        "these area was seen",
        "the economic european area is large",
        "the area european is large",
        "the small large area was seen",
        "the economic area is economic",
        "my letter of the minister was read",
        "my man sleeps",
        "the cat sees the cat",
        "the student does not read the letter and the law",
        "the student does not reads the letter",
        "she sees he",
        "the cat sleeps near she",
        "the cat likes a dog",
        "the cat often likes the dog",
        "he and the cat sleep",
        "the old man is european",
        "the old cat is young",
        "the red car is red",
        "the area is large and small",
        "the cat sleeps the dog",
        "the law was never signed in 1992",
        "the law was signed in august 1992 in june",
        "the elephant sleeps",
        "of of of",
        "the the the the the the the the the the the the the the the the the the the the the the "
        "the "
        "the the the the the the the",
    };
    Scene *scene = *state;
    PairSource s = language(scene);
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        Pair pair;
        if (translate(scene, &s, sentences[i], &pair))
            fail_msg("translated: %s", sentences[i]);
    }
}

static void knows_where_each_word_comes_from(void **state)
{
    static const char *const alignments[][2] = {
        {"the agreement on the european economic area was signed in august 1992",
         "0 1 2 3 6 5 4 7 7 8 9 10 11"},
        /* le ministre ne signe pas de loi près des écoles */
        {"the minister does not sign a law near the schools", "0 1 3 4 3 5 6 7 7+8 9"},
        /* il dort devant la maison */
        {"he sleeps in front of the house", "0 1 2+3+4 5 6"},
        /* le chat dort à côté du petit jardin */
        {"the cat sleeps next to the small garden", "0 1 2 3+4 3+4 3+4+5 6 7"},
        /* ces lois n' ont jamais été lues à cause de l' homme */
        {"these laws were never read because of the man", "0 1 3 2 3 2 4 5+6 5+6 5+6 7 8"},
        /* ma ville et mon jardin sont importants et grands: nothing is crossed */
        {"my city and my garden are important and large", "0 1 2 3 4 5 6 7 8"},
        /* la femme lit souvent le grand journal européen */
        {"the woman often reads the large european newspaper", "0 1 3 2 4 5 7 6"},
    };
    Scene *scene = *state;
    PairSource s = language(scene);
    for (size_t i = 0; i < sizeof alignments / sizeof *alignments; i++) {
        Pair pair;
        assert_true(translate(scene, &s, alignments[i][0], &pair));
        assert_string_equal(origins_of(scene->arena, &pair), alignments[i][1]);
    }
}

/* ---- what holds for every sentence ---- */

/* Of each English sentence the first French one, both as numbers of a lexicon. */
static void has_one_translation(void **state)
{
    Scene *scene = *state;
    PairSource s = language(scene);
    Arena *scratch = arena_new();
    Lexicon english = lexicon_new(scene->arena), french = lexicon_new(scene->arena);
    int *translation = arena_alloc(scene->arena, MANY, sizeof *translation), repeated = 0;
    Random random = random_new(3);
    for (int i = 0; i < MANY; i++) {
        Pair pair;
        s.draw(&s, &random, &pair);
        int known = english.count;
        int from = lexicon_add(&english, english_of(scratch, &s, &pair));
        int to = lexicon_add(&french, french_of(scratch, &s, &pair));
        if (from == known)
            translation[from] = to;
        else if (translation[from] != to)
            fail_msg("%s: %s, %s", english.words[from], french.words[translation[from]],
                     french.words[to]);
        repeated += from != known;
        arena_reset(scratch);
    }
    assert_true(repeated > MANY / 100); /* or nothing was compared */
    arena_free(scratch);
}

/* Parsing takes another way than drawing: it has to find the same. */
static void translates_what_it_draws(void **state)
{
    Scene *scene = *state;
    PairSource s =
        language_source(scene->arena, (Lengths){SHORTEST_SENTENCE, LONGEST_LANGUAGE_SENTENCE});
    Random random = random_new(4);
    for (int i = 0; i < SOME; i++) {
        Pair drawn, parsed;
        s.draw(&s, &random, &drawn);
        if (!language_translate(&s, drawn.source, drawn.source_length, &parsed))
            fail_msg("not parsed: %s", english_of(scene->arena, &s, &drawn));
        assert_int_equal(parsed.source_length, drawn.source_length);
        assert_int_equal(parsed.target_length, drawn.target_length);
        size_t length = (size_t)drawn.target_length;
        assert_memory_equal(parsed.target, drawn.target, length * sizeof *drawn.target);
        assert_memory_equal(parsed.origins, drawn.origins, length * sizeof *drawn.origins);
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
static void elides_before_vowels(void **state)
{
    static const char *const vowels[] = {
        "accord", "accords", "école",  "écoles",  "étudiant",  "étudiants", "enfant", "enfants",
        "homme",  "hommes",  "oiseau", "oiseaux", "arbre",     "arbres",    "un",     "une",
        "est",    "a",       "ont",    "accepte", "acceptent", "aime",      "aiment", NULL};
    static const char *const never_before[] = {"le", "la", "de", "ne", "ce", "ma", "nouveau", NULL};
    static const char *const only_before[] = {"l'", "d'", "n'", "cet", "nouvel", "vieil", NULL};
    Scene *scene = *state;
    PairSource s = language(scene);
    Random random = random_new(5);
    int elided = 0;
    for (int i = 0; i < SOME; i++) {
        Pair pair;
        s.draw(&s, &random, &pair);
        for (int k = 0; k + 1 < pair.target_length; k++) {
            const char *word = s.target.words[pair.target[k]];
            const char *next = s.target.words[pair.target[k + 1]];
            bool before = is_one_of(next, vowels);
            if (before ? is_one_of(word, never_before) : is_one_of(word, only_before))
                fail_msg("%s", french_of(scene->arena, &s, &pair));
            if (strcmp(word, "de") == 0)
                assert_true(strcmp(next, "le") != 0 && strcmp(next, "les") != 0);
            elided += before && is_one_of(word, only_before);
        }
    }
    assert_true(elided > SOME / 10);
}

/* A content word comes from one word, which is always the same, but for signs and sign. */
static void content_words_come_from_one_word(void **state)
{
    enum { MOST_FRENCH = 400 };
    Scene *scene = *state;
    PairSource s = language(scene);
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

static void knows_content_words(void **state)
{
    static const char *const content[] = {"accord", "zones", "nouvel", "signée", "août", "1992"};
    static const char *const function[] = {"le",   "l'",     "du",   "a",  "été",  "est", "pas",
                                           "elle", "devant", "côté", "et", "deux", "<s>"};
    Scene *scene = *state;
    PairSource s = language(scene);
    for (size_t i = 0; i < sizeof content / sizeof *content; i++)
        assert_true(s.content[lexicon_find(&s.target, content[i])]);
    for (size_t i = 0; i < sizeof function / sizeof *function; i++)
        assert_false(s.content[lexicon_find(&s.target, function[i])]);
}

/* ---- how it is drawn ---- */

static void check_frequent(const Lexicon *vocabulary, const int *counts)
{
    for (int i = 0; i < vocabulary->count; i++) {
        if (i < SPECIAL_PAIR_WORDS)
            assert_int_equal(counts[i], 0);
        else if (counts[i] < MANY / 250)
            fail_msg("'%s': in %d of %d sentences", vocabulary->words[i], counts[i], MANY);
    }
}

static void every_word_is_frequent(void **state)
{
    Scene *scene = *state;
    PairSource s = language(scene);
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

static void check_lengths(Scene *scene, Lengths lengths, int least_share)
{
    PairSource s = language_source(scene->arena, lengths);
    int counts[LONGEST_LANGUAGE_SENTENCE + 1] = {0};
    Random random = random_new(8);
    for (int i = 0; i < SOME; i++) {
        Pair pair;
        s.draw(&s, &random, &pair);
        assert_in_range(pair.source_length, lengths.least, lengths.most);
        counts[pair.source_length]++;
    }
    for (int i = lengths.least; i <= lengths.most; i++)
        if (counts[i] < SOME / least_share)
            fail_msg("%d of %d sentences have %d words", counts[i], SOME, i);
}

static void lengths_spread(void **state)
{
    Scene *scene = *state;
    check_lengths(scene, usual, 100);
    check_lengths(scene, (Lengths){SHORTEST_SENTENCE, LONGEST_LANGUAGE_SENTENCE}, 200);
    check_lengths(scene, (Lengths){20, 20}, 1);
}

/* The paper's sentence is too rare to wait for; its parts are not. */
static void draws_the_parts_of_the_papers_sentence(void **state)
{
    static const char *const parts[] = {"the agreement on the ", "the european economic area ",
                                        "european economic area was ",
                                        "the agreement was signed in ", " signed in august 1992"};
    Scene *scene = *state;
    PairSource s = language(scene);
    Arena *scratch = arena_new();
    int found[sizeof parts / sizeof *parts] = {0};
    Random random = random_new(9);
    for (int i = 0; i < MANY; i++) {
        Pair pair;
        s.draw(&s, &random, &pair);
        const char *english = english_of(scratch, &s, &pair);
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
            found[k] += strstr(english, parts[k]) != NULL;
        arena_reset(scratch);
    }
    arena_free(scratch);
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        if (!found[k])
            fail_msg("never drawn: %s", parts[k]);
}

static void same_seed_same_sentences(void **state)
{
    Scene *scene = *state;
    PairSource s = language(scene), other = language(scene);
    Random a = random_new(10), b = random_new(10), c = random_new(11);
    int different = 0;
    for (int i = 0; i < 1000; i++) {
        Pair first, second, third;
        s.draw(&s, &a, &first);
        other.draw(&other, &b, &second);
        s.draw(&s, &c, &third);
        const char *english = english_of(scene->arena, &s, &first);
        assert_string_equal(english_of(scene->arena, &other, &second), english);
        assert_string_equal(french_of(scene->arena, &other, &second),
                            french_of(scene->arena, &s, &first));
        different += strcmp(english_of(scene->arena, &s, &third), english) != 0;
    }
    assert_true(different > 900);
}

/* ---- what is held out ---- */

static uint64_t hash_of(const PairSource *s, const Pair *pair)
{
    return sentence_hash(&s->source, pair->source, pair->source_length);
}

static void never_draws_what_is_held_out(void **state)
{
    enum { HELD_OUT = 300 };
    Scene *scene = *state;
    PairSource s = language(scene);
    Pair *held_out = arena_alloc(scene->arena, HELD_OUT, sizeof *held_out), pair;
    Lexicon sentences = lexicon_new(scene->arena);
    assert_int_equal(s.held_out(&s, HELD_OUT, held_out), HELD_OUT);
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
    assert_true(translate(scene, &s, translations[0][0], &pair));
    assert_true(is_held_out(hash_of(&s, &pair)));
}

static void holds_the_same_out_every_time(void **state)
{
    Scene *scene = *state;
    PairSource s = language(scene), other = language(scene);
    Pair *few = arena_alloc(scene->arena, 10, sizeof *few);
    Pair *more = arena_alloc(scene->arena, 50, sizeof *more);
    s.held_out(&s, 10, few);
    other.held_out(&other, 50, more);
    for (int i = 0; i < 10; i++)
        assert_string_equal(english_of(scene->arena, &s, &few[i]),
                            english_of(scene->arena, &other, &more[i]));
}

/* There are few sentences of three words: all of those held out, and then it ends. */
static void holds_out_what_there_is(void **state)
{
    Scene *scene = *state;
    PairSource s = language_source(scene->arena, (Lengths){3, 3});
    Pair *pairs = arena_alloc(scene->arena, 100, sizeof *pairs);
    int count = s.held_out(&s, 100, pairs);
    assert_in_range(count, 1, 99);
    for (int i = 0; i < count; i++)
        assert_int_equal(pairs[i].source_length, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speaks_french),
        cmocka_unit_test(refuses_what_the_grammar_does_not_make),
        cmocka_unit_test(knows_where_each_word_comes_from),
        cmocka_unit_test(has_one_translation),
        cmocka_unit_test(translates_what_it_draws),
        cmocka_unit_test(elides_before_vowels),
        cmocka_unit_test(content_words_come_from_one_word),
        cmocka_unit_test(knows_content_words),
        cmocka_unit_test(every_word_is_frequent),
        cmocka_unit_test(lengths_spread),
        cmocka_unit_test(draws_the_parts_of_the_papers_sentence),
        cmocka_unit_test(same_seed_same_sentences),
        cmocka_unit_test(never_draws_what_is_held_out),
        cmocka_unit_test(holds_the_same_out_every_time),
        cmocka_unit_test(holds_out_what_there_is),
    };
    return run_scenes(tests);
}
