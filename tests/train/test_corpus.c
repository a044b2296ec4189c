#include "train/texts.h"

#include "support/case_list.h"
#include "support/sample.h"

static int row_of(const Corpus *corpus, const char *word)
{
    for (int i = 0; i < corpus->vocabulary.count; i++)
        if (strcmp(corpus->vocabulary.words[i], word) == 0)
            return i;
    return -1;
}

/* A file of this line a hundred and fifty times. */
static Corpus corpus_of(Scene *scene, const char *line, int vocabulary)
{
    scene_write(scene, "text", repeated(scene, arena_format(scene->arena, "%s\n", line), 150));
    return corpus_read_text(scene->arena, "text", vocabulary);
}

static const char *sentence_of(Scene *scene, const Corpus *corpus, Sentence sentence)
{
    Text text = text_new(scene->arena);
    for (int i = 0; i < sentence.length; i++)
        text_format(&text, "%s%s", i ? " " : "",
                    corpus->vocabulary.words[corpus->tokens[sentence.first + i]]);
    return text.data;
}

static void check_words(Scene *scene, const char *line, const char *expected)
{
    Corpus corpus = corpus_of(scene, line, 1000);
    assert_string_equal(sentence_of(scene, &corpus, corpus.training.items[0]), expected);
}

static void check_cut(Scene *scene, const char *const *columns)
{
    check_words(scene, columns[0], columns[1]);
}

TEST_CASES(words_are_cut_as_they_are_looked_up, "train/corpus.list", "cut", check_cut)

TEST(the_vocabulary_is_the_most_frequent_words_and_ties_go_by_the_alphabet)
{
    Corpus corpus = corpus_of(scene, "cat dog cat dog bird ant the the the", 6);
    assert_int_equal(corpus.vocabulary.count, 6);
    const char *const expected[] = {"<unk>", "<mask>", "the", "cat", "dog", "ant"};
    for (int i = 0; i < 6; i++) {
        assert_string_equal(corpus.vocabulary.words[i], expected[i]);
        assert_int_equal(corpus.content[i], i >= 3);
    }
    assert_int_equal(row_of(&corpus, "bird"), -1);
    assert_string_equal(sentence_of(scene, &corpus, corpus.training.items[0]),
                        "cat dog cat dog <unk> ant the the the");
}

TEST(one_source_in_fifty_is_held_out_and_never_counted)
{
    Corpus corpus = corpus_of(scene, "red green blue", 100);
    assert_int_equal(corpus.training.count, 147);
    assert_int_equal(corpus.held_out.count, 3);
    assert_int_equal(corpus.counts[row_of(&corpus, "green")], 147);
}

TEST(a_long_line_becomes_several_sentences)
{
    Corpus corpus = corpus_of(scene, many_words(scene, 2 * LONGEST_SENTENCE + 2, 1009), 100);
    assert_int_equal(corpus.training.count, 3 * 147);
    assert_int_equal(corpus.training.items[0].length, LONGEST_SENTENCE);
    assert_int_equal(corpus.training.items[2].length, 2);
}

static void check_refused(Scene *scene, const char *const *columns)
{
    scene_write(scene, "text", columns[0]);
    assert_refused(corpus_read_text(scene->arena, "text", 100), columns[1]);
}

TEST_CASES(what_is_no_text_is_refused, "train/corpus.list", "refused", check_refused)

TEST(an_endless_word_is_passed_over)
{
    const char *line = arena_format(scene->arena, "%s red cat", repeated(scene, "x", 5000));
    check_words(scene, line, "red cat");
}

/* ---- WordNet ---- */

static void write_wordnet(Scene *scene, const char *nouns)
{
    mkdir("wn", 0777);
    scene_write(scene, "wn/data.noun", nouns);
    scene_write(scene, "wn/data.verb", "");
    scene_write(scene, "wn/data.adj", "");
    scene_write(scene, "wn/data.adv", "");
}

static const char *const BAT =
    "  1 This software and database is being provided to you\n"
    "02139199 05 n 03 bat 0 chiropteran 0 Flying_fox a 001 @ 01886756 n 0000 | (zoology) an "
    "animal; it flies; \"the bat; the owl\"; \"second\"  \n";

/* What is read of the nouns. */
static Passages passages_of(Scene *scene, const char *nouns)
{
    ENDED_BY(arena_end) Arena *scratch = arena_new();
    Passages passages = {scene->arena, scratch, .words.words = lexicon_new(scene->arena)};
    write_wordnet(scene, nouns);
    wordnet_read("wn", &passages);
    return passages;
}

TEST(glosses_examples_and_sentences_about_each_word_are_read)
{
    static const struct {
        const char *text;
        int weight;
    } expected[] = {
        {" zoology an animal", 1}, {" a bat is an animal", 0}, {" a chiropteran is an animal", 0},
        {" it flies", 1},          {" the bat the owl", 4},    {" second", 4}};
    Passages passages = passages_of(scene, BAT);
    assert_int_equal(passages.count, 6);
    for (int i = 0, token = 0; i < 6; i++) {
        Text text = text_new(scene->arena);
        for (; token < passages.items[i].end; token++)
            text_format(&text, " %s", passages.words.words.words[passages.words.tokens[token]]);
        assert_string_equal(text.data, expected[i].text);
        assert_int_equal(passages.items[i].weight, expected[i].weight);
    }
}

static void check_no_synset(Scene *scene, const char *const *columns)
{
    assert_refused(passages_of(scene, arena_format(scene->arena, "%s%s\n", BAT, columns[0])),
                   "wn/data.noun:3: not a line of WordNet's database");
}

TEST_CASES(a_line_that_is_no_synset_is_named, "train/corpus.list", "no synsets", check_no_synset)

TEST(a_missing_file_is_named)
{
    Passages passages = {.arena = scene->arena};
    assert_refused(wordnet_read("nowhere", &passages),
                   "nowhere/data.noun: No such file or directory");
}
