#include "model/words.h"

static void declare(Scope s, const void *d)
{
    projections_learned(s, &(TransformerSizes){.d_model = *(const int *)d, .heads = 1},
                        START_BY_ROWS);
}

Parameters *projections_declared(Arena *arena, int d)
{
    return parameters_declared(arena, declare, &d);
}

Weights weights_random(Arena *arena, const char *const *keys, int count, int d, uint64_t seed)
{
    Lexicon words = lexicon_of(arena, keys, count);
    Weights w = {.embeddings = tensor_new(arena, words.count, d),
                 .vocabulary = words,
                 .parameters = projections_declared(arena, d)};
    for (int i = 0; i < words.count; i++) {
        Random random = random_named(seed, arena_format(arena, "embedding of %s", words.words[i]));
        for (int j = 0; j < d; j++)
            tensor_row(w.embeddings, i)[j] = (real)random_normal(&random);
    }
    parameters_draw(w.parameters, seed);
    w.origin = w.parameters->origin;
    return w;
}

WordVectors word_vectors(Arena *arena, const Weights *weights, const char *const *keys, int count)
{
    const Lexicon *vocabulary = &weights->vocabulary;
    int d = weights->embeddings.cols, unknown = lexicon_find(vocabulary, "<unk>");
    int *rows = arena_alloc(arena, (size_t)count, sizeof *rows);
    const char **forms = arena_alloc(arena, (size_t)count, sizeof *forms);
    Tensor table = tensor_new(arena, count, d);
    for (int i = 0; i < count; i++) {
        rows[i] = find_string(keys, count, keys[i]);
        forms[i] = forms[rows[i]];
        if (rows[i] < i)
            continue;
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
