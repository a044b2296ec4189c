#include "support/learned_file.h"

#include "load/weights.h"
#include "support/builtin.h"

/* E is written as √d·E. */
static Tensor unscaled(Arena *arena, Tensor t)
{
    Tensor copy = tensor_new(arena, t.rows, t.cols);
    for (size_t i = 0; i < tensor_size(t); i++)
        copy.data[i] = t.data[i] * (real)(1 / sqrt(t.cols));
    return copy;
}

Model learned_file_parse(Arena *arena, const Safetensors *file, int heads, Lexicon *vocabulary)
{
    Weights w = weights_of_file(arena, file, heads, NULL, 0);
    Tensor E = unscaled(arena, w.embeddings);
    Model model = model_new(arena, &context_kind,
                            context_sizes(arena, E.rows, E.cols, w.heads ? w.heads : 1));
    *vocabulary = w.vocabulary;
    for (int i = 0; i < model.parameters->count; i++) {
        Parameter *p = &model.parameters->items[i];
        p->value = parameter_is_projection(p) ? parameter_value(w.parameters, p->name)
                                              : safetensors_rows(arena, file, p->name, NULL, 0);
    }
    parameter_find(model.parameters, "embeddings")->value = E;
    return model;
}
