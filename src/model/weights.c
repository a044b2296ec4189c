#include "model/weights.h"

#include "base/random.h"
#include "model/word_form.h"

#include <math.h>
#include <string.h>

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
static Weights draw_projections(Arena *arena, Tensor embeddings, Lexicon vocabulary, uint64_t seed)
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
    Lexicon words = lexicon_of(arena, keys, count);
    Tensor embeddings = draw_embeddings(arena, words.words, words.count, d_model, seed);
    Weights w = draw_projections(arena, embeddings, words, seed);
    w.origin = "random, not learned";
    return w;
}

Weights weights_around(Arena *arena, Tensor embeddings, Lexicon vocabulary, const char *source,
                       uint64_t seed)
{
    Weights w = draw_projections(arena, embeddings, vocabulary, seed);
    w.origin = arena_format(arena, "embeddings from %s; projections random, not learned", source);
    return w;
}

WordVectors word_vectors(Arena *arena, const Weights *weights, const char *const *keys, int count)
{
    const Lexicon *vocabulary = &weights->vocabulary;
    int d = weights->embeddings.cols, unknown = lexicon_find(vocabulary, "<unk>");
    int *rows = arena_alloc(arena, (size_t)count, sizeof *rows);
    int *firsts = arena_alloc(arena, (size_t)count, sizeof *firsts); /* places of distinct words */
    const char **forms = arena_alloc(arena, (size_t)count, sizeof *forms);
    Tensor table = tensor_new(arena, count, d);
    Lexicon words = lexicon_new(arena);
    for (int i = 0; i < count; i++) {
        int known = words.count, word = lexicon_add(&words, keys[i]);
        if (word < known) {
            rows[i] = firsts[word];
            forms[i] = forms[rows[i]];
            continue;
        }
        rows[i] = firsts[word] = i;
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
