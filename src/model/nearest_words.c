#include "model/nearest_words.h"

#include "base/utf8.h"
#include "graph/ops.h"
#include "model/word_lists.h"

#include <string.h>

static bool is_special(const char *key)
{
    return !strcmp(key, "<unk>") || !strcmp(key, "<mask>");
}

WordTable word_table(Graph *g, const Weights *weights)
{
    size_t rows = (size_t)weights->embeddings.rows;
    WordTable t = {.vectors = parameter(g, weights->embeddings, weights->origin),
                   .keys = arena_alloc(g->arena, rows, sizeof *t.keys),
                   .left_out = arena_alloc(g->arena, rows, sizeof *t.left_out)};
    for (int i = 0; i < weights->vocabulary.count; i++) {
        t.keys[i] = weights->vocabulary.words[i];
        t.left_out[i] = is_function_word(t.keys[i]) || is_special(t.keys[i]);
    }
    return t;
}

static bool is_zero(Tensor t)
{
    for (size_t i = 0; i < tensor_size(t); i++)
        if (t.data[i] != 0)
            return false;
    return true;
}

static bool is_one_of(int row, const int *rows, int count)
{
    for (int i = 0; i < count; i++)
        if (rows[i] == row)
            return true;
    return false;
}

/* Puts a row where it belongs among the best so far; returns how many there are now. */
static int insert(int *best, int count, int most, const real *cosines_of, int row)
{
    int place = count;
    while (place > 0 && cosines_of[row] > cosines_of[best[place - 1]])
        place--;
    if (place == most)
        return count;
    int kept = count < most ? count : most - 1;
    memmove(best + place + 1, best + place, (size_t)(kept - place) * sizeof *best);
    best[place] = row;
    return kept + 1;
}

/* The cosines of the whole table are made in a graph that is thrown away; only the rows stay. */
static int rank(const WordTable *table, Tensor vector, const int *own, int own_count, int most,
                int *best)
{
    Arena *arena = arena_new();
    Graph *g = graph_new(arena);
    Tensor all = cosines(g, constant(g, table->vectors->value, ""), constant(g, vector, ""))->value;
    int count = 0;
    for (int row = 0; row < all.rows; row++)
        if (!table->left_out[row] && !is_one_of(row, own, own_count))
            count = insert(best, count, most, all.data, row);
    arena_free(arena);
    return count;
}

/* The rows of the table as words. */
static Axis words_at(Scope s, const WordTable *table, const int *rows, int count)
{
    Arena *arena = s.graph->arena;
    const char **words = arena_alloc(arena, (size_t)count, sizeof *words);
    for (int i = 0; i < count; i++)
        words[i] = visible_label(arena, table->keys[rows[i]]);
    return label_axis("word", words, count);
}

Node *nearest_words(Scope s, const WordTable *table, const char *title, Node *vector,
                    const int *own, int own_count, int most)
{
    Graph *g = s.graph;
    CHECK(rows_of(vector) == 1 && most > 0, "%d words near %d rows", most, rows_of(vector));
    if (is_zero(vector->value))
        return NULL;
    if (most > rows_of(table->vectors))
        most = rows_of(table->vectors);
    int *rows = arena_alloc(g->arena, (size_t)most, sizeof *rows);
    int count = rank(table, vector->value, own, own_count, most, rows);
    if (!count)
        return NULL;
    Node *vectors = defined(s, "nearest/vectors", "The static vectors of these words", "w",
                            gather(g, table->vectors, rows, count));
    with_axes(s, vectors, words_at(s, table, rows, count), (Axis){0});
    Node *list = named(s, "nearest", title, cosines(g, vectors, vector));
    return with_axes(s, list, (Axis){0}, single_axis(g, "measure", "cosine"));
}
