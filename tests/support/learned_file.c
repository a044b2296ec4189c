#include "support/learned_file.h"

#include "load/weights.h"

#include <math.h>

/* E is written as √d·E. */
static Tensor unscaled(Arena *arena, Tensor t)
{
    Tensor copy = tensor_new(arena, t.rows, t.cols);
    for (size_t i = 0; i < tensor_size(t); i++)
        copy.data[i] = t.data[i] * (real)(1 / sqrt(t.cols));
    return copy;
}

bool learned_file_parse(Arena *arena, const char *path, Bytes bytes, int heads, Learned *learned,
                        const char ***words, Error *error)
{
    Safetensors file;
    Weights w;
    if (!safetensors_parse(arena, path, bytes, &file, error) ||
        !weights_of_file(arena, &file, heads, &w, error))
        return false;
    int rows = w.embeddings.rows;
    *learned = (Learned){.heads = w.heads ? w.heads : 1};
    Tensor *t = learned->tensors;
    t[LEARNED_EMBEDDINGS] = unscaled(arena, w.embeddings);
    t[LEARNED_W_Q] = w.W_Q;
    t[LEARNED_W_K] = w.W_K;
    t[LEARNED_W_V] = w.W_V;
    t[LEARNED_W_O] = w.W_O;
    *words = arena_alloc(arena, (size_t)rows, sizeof **words);
    for (int i = 0; i < rows; i++)
        (*words)[w.vocabulary.entries[i].row] = w.vocabulary.entries[i].key;
    return safetensors_matrix_of(arena, &file, "bias", rows, 1, &t[LEARNED_BIAS], error) &&
           safetensors_matrix_of(arena, &file, "gain", 1, 1, &t[LEARNED_GAIN], error);
}
