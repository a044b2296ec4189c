#include "load/weights.h"

#include "graph/ops.h"
#include "load/tokens.h"
#include "model/words.h"
#include "support/scene.h"

enum { ROWS = 900, DIFFERENT = 400, MOST = 1000000, NEAREST = 12 };

/* Words that come again in another case and many that are equally near; some are never listed. */
static void write_rows(Scene *scene)
{
    static const char *const forms[] = {"w%u", "W%u", "w%u", "É%u", "é%u"};
    Random random = random_new(7);
    Text text = text_new(scene->arena);
    text_add(&text, "the 1 2 3\n<unk> 1 2 3\nof 3 2 1\n\xff 1 2 3\n");
    for (int i = 0; i < ROWS; i++) {
        text_format(&text, forms[random_below(&random, 5)], random_below(&random, DIFFERENT));
        for (int k = 0; k < 3; k++)
            text_format(&text, " %d", (int)random_below(&random, 9) - 4);
        text_add(&text, "\n");
    }
    scene_write_bytes(scene, "v.txt", text.data, text.length);
}

/* The words nearest to each vector of all those of a table: "w3 w17 … | …". */
static const char *nearest_in(Scene *scene, const Embeddings *e, Tensor vectors)
{
    Text text = text_new(scene->arena);
    Graph *g = graph_new(scene->arena);
    Tensor all = cosines(g, constant(g, vectors, ""), constant(g, e->table, ""))->value;
    bool *left_out = arena_alloc(scene->arena, (size_t)e->table.rows, sizeof *left_out);
    for (int i = 0; i < e->table.rows; i++)
        left_out[i] = !is_listed_word(e->vocabulary.words[i]);
    for (int k = 0; k < vectors.rows; k++) {
        int places[NEAREST];
        int count = largest_places(tensor_row(all, k), all.cols, left_out, NEAREST, places);
        for (int i = 0; i < count; i++)
            text_format(&text, " %s %g", e->found[places[i]].word,
                        (double)at(e->table, places[i], 0));
        text_add(&text, "|");
    }
    return text.data;
}

TEST(two_readings_find_what_is_nearest_of_all)
{
    const char *const keys[] = {"w5", "é7", "absent"};
    FirstReading survey;
    write_rows(scene);
    Embeddings all = embeddings_read(scene->arena, "v.txt", NULL, 0, MOST, NULL);
    survey.wanted = embeddings_read(scene->arena, "v.txt", keys, 3, MOST, &survey);
    assert_true(survey.wanted.table.rows >= 2);
    for (int i = 0; i < survey.wanted.table.rows; i++) {
        int row = lexicon_find(&all.vocabulary, survey.wanted.vocabulary.words[i]);
        assert_string_equal(survey.wanted.found[i].word, all.found[row].word);
        assert_memory_equal(tensor_row(survey.wanted.table, i), tensor_row(all.table, row),
                            3 * sizeof(real));
    }
    Embeddings nearest = embeddings_nearest(scene->arena, &survey, survey.wanted.table, NEAREST);
    assert_true(nearest.table.rows < all.table.rows);
    assert_string_equal(nearest_in(scene, &nearest, survey.wanted.table),
                        nearest_in(scene, &all, survey.wanted.table));
}

static void read_twice(Scene *scene, const char *first, const char *second)
{
    FirstReading survey;
    scene_write(scene, "v.txt", first);
    survey.wanted =
        embeddings_read(scene->arena, "v.txt", (const char *[]){"bat"}, 1, MOST, &survey);
    scene_write(scene, "v.txt", second);
    embeddings_nearest(scene->arena, &survey, survey.wanted.table, NEAREST);
}

TEST(every_number_is_checked)
{
    read_twice(scene, "bat 1 2\ncat 3 4\n", "bat 1 2\ncat 3 4\n");
    assert_refused(read_twice(scene, "bat 1 2\ncat 3 x\n", "bat 1 2\ncat 3 x\n"),
                   "v.txt:2: 'x' is not a decimal number");
}

TEST(a_file_that_changes_between_the_readings_is_an_error)
{
    static const char *const changed[] = {"bat 1 2\n", "bat 1 2 3\ncat 1 2 3\n"};
    for (int i = 0; i < 2; i++)
        assert_refused(read_twice(scene, "bat 1 2\ncat 3 4\n", changed[i]),
                       "v.txt: changed while it was read");
}

TEST(a_file_without_words_is_an_error)
{
    assert_refused(read_twice(scene, "0 2\n", ""), "v.txt: no row with a word");
}
