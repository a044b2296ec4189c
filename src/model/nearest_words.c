#include "model/neighbours.h"

#include "base/utf8.h"
#include "graph/ops.h"
#include "model/word_form.h"
#include "tensor/vector.h"

#include <string.h>

bool is_listed_word(const char *key)
{
    return !is_function_word(key) && strcmp(key, "<unk>") != 0 && strcmp(key, "<mask>") != 0;
}

WordTable word_table(Graph *g, const Weights *weights)
{
    size_t rows = (size_t)weights->embeddings.rows;
    WordTable t = {.vectors = parameter(g, weights->embeddings, weights->origin),
                   .keys = arena_alloc(g->arena, rows, sizeof *t.keys),
                   .left_out = arena_alloc(g->arena, rows, sizeof *t.left_out)};
    for (int i = 0; i < weights->vocabulary.count; i++) {
        t.keys[i] = weights->vocabulary.words[i];
        t.left_out[i] = !is_listed_word(t.keys[i]);
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

/* The cosines of the whole table are made in a graph that is thrown away; only the rows stay. */
static int rank(const WordTable *table, Tensor vector, const int *own, int own_count, int most,
                int *best)
{
    Arena *arena = arena_new();
    Graph *g = graph_new(arena);
    Tensor all = cosines(g, constant(g, table->vectors->value, ""), constant(g, vector, ""))->value;
    bool *left_out = arena_alloc(arena, (size_t)all.rows, sizeof *left_out);
    memcpy(left_out, table->left_out, (size_t)all.rows * sizeof *left_out);
    for (int i = 0; i < own_count; i++)
        if (own[i] >= 0)
            left_out[own[i]] = true;
    int count = largest_places(all.data, all.rows, left_out, most, best);
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
