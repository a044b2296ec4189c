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

static void put(const ContextModel *model, const char *name, Tensor value)
{
    parameter_find(model->learned, name)->value = value;
}

bool learned_file_parse(Arena *arena, const Safetensors *file, int heads, ContextModel *model,
                        Lexicon *vocabulary, Error *error)
{
    Weights w;
    Tensor bias, gain;
    if (!weights_of_file(arena, file, heads, NULL, 0, &w, error))
        return false;
    int rows = w.embeddings.rows;
    if (!safetensors_matrix_of(arena, file, "bias", rows, 1, &bias, error) ||
        !safetensors_matrix_of(arena, file, "gain", 1, 1, &gain, error))
        return false;
    *model = context_model_new(arena, rows, w.embeddings.cols, w.heads ? w.heads : 1);
    put(model, "embeddings", unscaled(arena, w.embeddings));
    put(model, "bias", bias);
    put(model, "gain", gain);
    put(model, "W_Q", w.W_Q);
    put(model, "W_K", w.W_K);
    put(model, "W_V", w.W_V);
    put(model, "W_O", w.W_O);
    *vocabulary = w.vocabulary;
    return true;
}
