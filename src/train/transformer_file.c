#include "train/transformer_file.h"

#include "train/pair_file.h"

void transformer_round(Transformer *transformer)
{
    for (int i = 0; i < transformer->tensor_count; i++)
        pair_file_round(transformer->tensors[i].value);
}

void transformer_file_write(Arena *arena, FILE *stream, const PairSource *source,
                            const Transformer *transformer, const TransformerRecipe *recipe,
                            int steps_done, TranslationScore score)
{
    int count = transformer->tensor_count;
    NamedTensor *tensors = arena_alloc(arena, (size_t)count, sizeof *tensors);
    for (int i = 0; i < count; i++)
        tensors[i] =
            (NamedTensor){transformer->tensors[i].name, transformer->tensors[i].value, FLOAT16};
    const TransformerSizes *z = &transformer->sizes;
    const TransformerSettings *s = &recipe->settings;
    const NamedText own[] = {
        {"kind", "transformer"},
        {"encoder layers", arena_format(arena, "%d", z->encoder_layers)},
        {"decoder layers", arena_format(arena, "%d", z->decoder_layers)},
        {"heads", arena_format(arena, "%d", z->heads)},
        {"norm", norm_place_names[z->norm]},
    };
    const PairLearned learned = {
        source, transformer_recipe_text(arena, recipe), steps_done, s->steps, s->seed, score};
    pair_file_write(arena, stream, tensors, count, own, sizeof own / sizeof *own, &learned);
}
