#include "train/pairs.h"

#include "support/case_list.h"

enum { VOCABULARY = 1000 };

static PairSource read_text(Scene *scene, const char *text, int vocabulary)
{
    scene_write(scene, "pairs.tsv", text);
    return pairs_read(scene->arena, "pairs.tsv", vocabulary);
}

/* "source | target" */
static const char *shown(Scene *scene, const PairSource *s, const Pair *pair)
{
    return arena_format(scene->arena, "%s | %s",
                        sentence_text(scene->arena, &s->source, pair->source, pair->source_length),
                        sentence_text(scene->arena, &s->target, pair->target, pair->target_length));
}

/* A pair to learn from. */
static Pair drawn(const PairSource *source)
{
    Random random = random_new(1);
    Pair pair;
    source->draw(source, &random, &pair);
    return pair;
}

TEST(reads_pairs)
{
    PairSource s = read_text(scene, "The cat sleeps.\tLe chat dort.\n", VOCABULARY);
    Pair pair = drawn(&s);
    assert_string_equal(shown(scene, &s, &pair), "the cat sleeps. | le chat dort.");
    assert_string_equal(s.origin, "pairs.tsv");
    assert_int_equal(s.source.count, SPECIAL_PAIR_WORDS + 4);
    assert_null(s.content);
    assert_int_equal(pair.origins[0], 0);
    assert_int_equal(s.held_out(&s, 0, 1, &pair), 0);
}

TEST(passes_over_blank_lines_marks_and_line_ends)
{
    PairSource s = read_text(scene,
                             "\xef\xbb\xbf"
                             "a cat\tun chat\r\n\r\n  \n\n",
                             VOCABULARY);
    Pair pair = drawn(&s);
    assert_string_equal(shown(scene, &s, &pair), "a cat | un chat");
    s = read_text(scene, "a cat\tl'ami", VOCABULARY);
    assert_int_equal(drawn(&s).target_length, 2);
}

/* "b" and "c" are as frequent: the alphabet decides. */
TEST(keeps_the_most_frequent_words)
{
    PairSource s = read_text(scene, "a c b\tx\na c b\ty x\na c b\tx y\n", SPECIAL_PAIR_WORDS + 2);
    Pair pair = drawn(&s);
    assert_int_equal(s.source.count, SPECIAL_PAIR_WORDS + 2);
    assert_string_equal(sentence_text(scene->arena, &s.source, pair.source, pair.source_length),
                        "a <unk> b");
}

/* Five hundred sentences, each twice with two translations. */
static PairSource many(Scene *scene)
{
    Text text = text_new(scene->arena);
    for (int i = 0; i < 1000; i++)
        text_format(&text, "word%d here\tmot%d ici\n", i % 500, i);
    return read_text(scene, text.data, 5000);
}

TEST(never_draws_what_is_held_out)
{
    PairSource s = many(scene);
    Pair held_out[100], pair;
    int count = s.held_out(&s, 0, 100, held_out);
    assert_in_range(count, 2, 30);
    Lexicon sentences = lexicon_new(scene->arena);
    for (int i = 0; i < count; i++) {
        const Pair *h = &held_out[i];
        /* its own word is in no pair to learn from */
        assert_int_equal(h->source[0], UNKNOWN_PAIR_WORD);
        assert_int_equal(h->target[0], UNKNOWN_PAIR_WORD);
        assert_int_equal(h->source[1], lexicon_find(&s.source, "here"));
    }
    Random random = random_new(2);
    for (int i = 0; i < 20000; i++) {
        s.draw(&s, &random, &pair);
        assert_false(is_held_out(sentence_hash(&s.source, pair.source, pair.source_length)));
        lexicon_add(&sentences, shown(scene, &s, &pair));
    }
    assert_int_equal(sentences.count, 1000 - 2 * count);
    assert_int_equal(s.held_out(&s, 0, 1, held_out), 1);
}

TEST(a_short_file_holds_one_sentence_out)
{
    PairSource s = read_text(scene, "a\tx\na\ty\nb\tz\n", VOCABULARY);
    Pair held_out[3], pair;
    assert_int_equal(s.held_out(&s, 0, 3, held_out), 1);
    Random random = random_new(3);
    for (int i = 0; i < 100; i++) {
        s.draw(&s, &random, &pair);
        assert_int_not_equal(pair.source[0], UNKNOWN_PAIR_WORD);
    }
    assert_int_equal(held_out[0].source[0], UNKNOWN_PAIR_WORD);
}

TEST(the_order_of_lines_does_not_matter_to_what_is_held_out)
{
    PairSource s = read_text(scene, "a\tx\nb\ty\nc\tz\n", VOCABULARY);
    PairSource t = read_text(scene, "c\tz\nb\ty\na\tx\n", VOCABULARY);
    assert_int_equal(s.source.count, t.source.count);
    for (int i = 0; i < s.source.count; i++)
        assert_string_equal(s.source.words[i], t.source.words[i]);
}

static void check_refused_bytes(Scene *scene, const char *bytes, size_t size, const char *message)
{
    scene_write_bytes(scene, "p.tsv", bytes, size);
    assert_refused(pairs_read(scene->arena, "p.tsv", VOCABULARY), message);
}

static void check_refused(Scene *scene, const char *const *columns)
{
    check_refused_bytes(scene, columns[0], strlen(columns[0]), columns[1]);
}

TEST_CASES(refuses_hostile_files, "train/pairs.list", "refused", check_refused)

TEST(refuses_a_nul_byte)
{
    check_refused_bytes(scene, "a\tb\na\0b\tc\n", 10, "p.tsv:2: a NUL byte at byte offset 1");
}

TEST(refuses_long_sentences)
{
    const char *text = arena_format(scene->arena, "a\tb\nc\t%s", repeated(scene, "word ", 1000));
    check_refused_bytes(scene, text, strlen(text), "p.tsv:2: 1000 words, at most 50 can be read");
}
