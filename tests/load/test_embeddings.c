#include "load/weights.h"

#include "support/case_list.h"

enum { MOST_KEYS = 8 };

static int count_of(const char *const *keys)
{
    int count = 0;
    while (count < MOST_KEYS && keys[count])
        count++;
    return count;
}

/* The words as the file spells them, and the first number of each: "the 1|Paris 3". */
static const char *listed(Scene *scene, const Embeddings *e)
{
    Text text = text_new(scene->arena);
    for (int i = 0; i < e->table.rows; i++)
        text_format(&text, "%s%s %g", i ? "|" : "", e->found[i].word, (double)at(e->table, i, 0));
    return text.data;
}

static Embeddings read_text(Scene *scene, const char *text, const char *const *keys)
{
    scene_write(scene, "v.txt", text);
    return embeddings_read(scene->arena, "v.txt", keys, count_of(keys), 0, NULL);
}

/* The words of a line; NULL behind the last. */
static const char *const *split(Scene *scene, const char *line)
{
    const char **words = arena_alloc(scene->arena, MOST_KEYS, sizeof *words);
    char *rest = arena_strdup(scene->arena, line);
    for (int i = 0; rest; i++)
        words[i] = strsep(&rest, " ");
    return words;
}

static void check_found(Scene *scene, const char *const *columns)
{
    Embeddings e = read_text(scene, columns[0], split(scene, columns[1]));
    assert_string_equal(listed(scene, &e), columns[2]);
}

static void check_refused(Scene *scene, const char *const *columns)
{
    assert_refused(read_text(scene, columns[0], split(scene, columns[1])), columns[2]);
}

TEST_CASES(words_are_found_by_their_keys, "load/embeddings.list", "found", check_found)

TEST_CASES(what_is_wrong_with_a_file_or_a_wanted_row_is_told, "load/embeddings.list", "refused",
           check_refused)

#define KEYS(...) ((const char *const[MOST_KEYS]){__VA_ARGS__})

/* Within random projections. */
static Weights weights_with(Scene *scene, const Embeddings *e)
{
    Weights w = weights_random(scene->arena, NULL, 0, e->table.cols, 1);
    embeddings_replace(scene->arena, e, &w);
    assert_string_equal(w.origin, "embeddings from v.txt; projections random, not learned");
    assert_ptr_equal(w.embeddings.data, e->table.data);
    assert_int_equal(w.heads, 0);
    return w;
}

/* Of a file and keys: the form by which each is found and its first number; "- 3" of a word that
   has the vector of unknown ones. */
static void check_served(Scene *scene, const char *const *columns)
{
    const char *const *keys = split(scene, columns[1]);
    Embeddings e = read_text(scene, columns[0], keys);
    Weights w = weights_with(scene, &e);
    WordVectors v = word_vectors(scene->arena, &w, keys, count_of(keys));
    Text text = text_new(scene->arena);
    for (int i = 0; keys[i]; i++)
        text_format(&text, "%s%s %g", i ? "|" : "", v.forms[i] ? v.forms[i] : "-",
                    (double)at(v.table, v.rows[i], 0));
    assert_string_equal(text.data, columns[2]);
}

TEST_CASES(a_word_that_is_missing_is_served_by_its_other_forms, "load/embeddings.list", "served",
           check_served)

/* Twice the reader's buffer and more, so that words and rows are cut by its end. */
TEST(a_large_file_gives_every_word_its_own_vector)
{
    enum { ROWS = 60000 };
    Text text = text_new(scene->arena);
    for (int i = 0; i < ROWS; i++)
        text_format(&text, "w%d %d %d.25 -0.001234567 3.5\n", i, i, -i);
    scene_write_bytes(scene, "v.txt", text.data, text.length);
    Embeddings e = embeddings_read(scene->arena, "v.txt", NULL, 0, ROWS, NULL);
    assert_int_equal(e.table.rows, ROWS);
    for (int i = 0; i < ROWS; i++) {
        int row = lexicon_find(&e.vocabulary, arena_format(scene->arena, "w%d", i));
        assert_int_equal(row, i);
        assert_true(at(e.table, row, 0) == (real)i);
        assert_true(at(e.table, row, 1) == (real)(-i - (i ? 0.25 : -0.25)));
    }
}

static Embeddings read_all(Scene *scene, const char *text, int limit)
{
    scene_write(scene, "v.txt", text);
    return embeddings_read(scene->arena, "v.txt", NULL, 0, limit, NULL);
}

static void check_all(Scene *scene, const char *const *columns)
{
    Embeddings e = read_all(scene, columns[0], atoi(columns[1]));
    assert_string_equal(listed(scene, &e), columns[2]);
    for (int i = 0; i < e.table.rows; i++) /* their keys are in small letters */
        assert_int_equal(lexicon_find(&e.vocabulary, lowered(scene->arena, e.found[i].word)), i);
}

TEST_CASES(all_words_can_be_read_each_once_up_to_a_limit, "load/embeddings.list", "all", check_all)

TEST(all_words_of_a_file_without_any_are_an_error)
{
    assert_refused(read_all(scene, "0 2\n", 10), "v.txt: no row with a word");
}

TEST(a_long_word_is_passed_over)
{
    const char *text = arena_format(scene->arena, "%s 1 2\nbat 3 4\n", repeated(scene, "é", 5000));
    Embeddings e = read_all(scene, text, 10);
    assert_string_equal(listed(scene, &e), "bat 3");
}

TEST(weights_can_have_vectors_in_place_of_their_own)
{
    const char *const *keys = KEYS("bat");
    Embeddings e = read_text(scene, "bat 1 2\n", keys);
    Weights w = weights_random(scene->arena, keys, 1, 2, 1);
    const real *projection = parameter_value(w.parameters, "W_Q").data;
    w.origin = "from w.safetensors";
    w.recipe = "static vectors";
    w.perplexity = "12";
    embeddings_replace(scene->arena, &e, &w);
    assert_true(at(w.embeddings, 0, 1) == 2 &&
                parameter_value(w.parameters, "W_Q").data == projection);
    assert_string_equal(w.origin, "embeddings from v.txt; projections from w.safetensors");
    assert_null(w.recipe);
    assert_null(w.perplexity);
}

TEST(weights_of_another_dimension_are_refused)
{
    const char *const *keys = KEYS("bat");
    Embeddings e = read_text(scene, "bat 1 2\n", keys);
    Weights w = weights_random(scene->arena, keys, 1, 3, 1);
    w.origin = "from w.safetensors";
    assert_refused(embeddings_replace(scene->arena, &e, &w),
                   "v.txt has 2 numbers a word, but the weights (from w.safetensors) have 3");
}
