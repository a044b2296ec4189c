#include "model/weights.h"

#include "base/random.h"
#include "model/word_form.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare_entries(const void *left, const void *right)
{
    const VocabularyEntry *a = left, *b = right;
    int order = strcmp(a->key, b->key);
    return order ? order : (a->row > b->row) - (a->row < b->row);
}

static int compare_key(const void *key, const void *entry)
{
    return strcmp(key, ((const VocabularyEntry *)entry)->key);
}

Vocabulary vocabulary_new(Arena *arena, const char *const *keys, int count)
{
    Vocabulary v = {.count = count};
    v.entries = arena_alloc(arena, (size_t)count, sizeof *v.entries);
    for (int i = 0; i < count; i++)
        v.entries[i] = (VocabularyEntry){keys[i], i};
    qsort(v.entries, (size_t)count, sizeof *v.entries, compare_entries);
    return v;
}

int vocabulary_row(const Vocabulary *vocabulary, const char *key)
{
    const VocabularyEntry *entries = vocabulary->entries;
    const VocabularyEntry *found =
        bsearch(key, entries, (size_t)vocabulary->count, sizeof *entries, compare_key);
    if (!found)
        return -1;
    while (found > entries && strcmp(found[-1].key, key) == 0)
        found--;
    return found->row;
}

/* Each key once, in the order of first appearance; returns how many. */
static int distinct(Arena *arena, const char *const *keys, int count, const char **out)
{
    Vocabulary all = vocabulary_new(arena, keys, count);
    int found = 0;
    for (int i = 0; i < count; i++)
        if (vocabulary_row(&all, keys[i]) == i)
            out[found++] = keys[i];
    return found;
}

/* Numbers of N(0, deviation²) from the stream of this name. */
static void draw(real *numbers, size_t count, double deviation, uint64_t seed, const char *name)
{
    Random random = random_named(seed, name);
    for (size_t i = 0; i < count; i++)
        numbers[i] = (real)(deviation * random_normal(&random));
}

static Tensor draw_projection(Arena *arena, int d_model, uint64_t seed, const char *name)
{
    Tensor t = tensor_new(arena, d_model, d_model);
    draw(t.data, tensor_size(t), 1 / sqrt(d_model), seed, name);
    return t;
}

static Tensor draw_embeddings(Arena *arena, const char *const *keys, int count, int d_model,
                              uint64_t seed)
{
    Tensor t = tensor_new(arena, count, d_model);
    for (int i = 0; i < count; i++)
        draw(tensor_row(t, i), (size_t)d_model, 1, seed,
             arena_format(arena, "embedding of %s", keys[i]));
    return t;
}

/* Weights of these embeddings, for any number of heads. */
static Weights draw_projections(Arena *arena, Tensor embeddings, Vocabulary vocabulary,
                                uint64_t seed)
{
    int d_model = embeddings.cols;
    return (Weights){
        .embeddings = embeddings,
        .vocabulary = vocabulary,
        .W_Q = draw_projection(arena, d_model, seed, "W_Q"),
        .W_K = draw_projection(arena, d_model, seed, "W_K"),
        .W_V = draw_projection(arena, d_model, seed, "W_V"),
        .W_O = draw_projection(arena, d_model, seed, "W_O"),
    };
}

Weights weights_random(Arena *arena, const char *const *keys, int count, int d_model, uint64_t seed)
{
    const char **words = arena_alloc(arena, (size_t)count, sizeof *words);
    int word_count = distinct(arena, keys, count, words);
    Tensor embeddings = draw_embeddings(arena, words, word_count, d_model, seed);
    Weights w = draw_projections(arena, embeddings, vocabulary_new(arena, words, word_count), seed);
    w.origin = "random, not learned";
    return w;
}

Weights weights_around(Arena *arena, Tensor embeddings, Vocabulary vocabulary, const char *source,
                       uint64_t seed)
{
    Weights w = draw_projections(arena, embeddings, vocabulary, seed);
    w.origin = arena_format(arena, "embeddings from %s; projections random, not learned", source);
    return w;
}

WordVectors word_vectors(Arena *arena, const Weights *weights, const char *const *keys, int count)
{
    const Vocabulary *vocabulary = &weights->vocabulary;
    int d = weights->embeddings.cols, unknown = vocabulary_row(vocabulary, "<unk>");
    int *rows = arena_alloc(arena, (size_t)count, sizeof *rows);
    const char **forms = arena_alloc(arena, (size_t)count, sizeof *forms);
    Tensor table = tensor_new(arena, count, d);
    Vocabulary words = vocabulary_new(arena, keys, count);
    for (int i = 0; i < count; i++) {
        rows[i] = vocabulary_row(&words, keys[i]);
        if (rows[i] < i) {
            forms[i] = forms[rows[i]];
            continue;
        }
        int row = vocabulary_row_of_form(arena, vocabulary, keys[i], &forms[i]);
        if (row < 0) {
            forms[i] = NULL;
            row = unknown;
        }
        if (row >= 0)
            memcpy(tensor_row(table, i), tensor_row(weights->embeddings, row),
                   (size_t)d * sizeof(real));
    }
    return (WordVectors){table, rows, forms};
}
