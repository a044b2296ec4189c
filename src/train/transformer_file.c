#include "train/transformer_file.h"

#include "load/safetensors.h"

void transformer_round(Transformer *transformer)
{
    for (int i = 0; i < transformer->tensor_count; i++) {
        Tensor t = transformer->tensors[i].value;
        for (size_t k = 0; k < tensor_size(t); k++)
            t.data[k] = float16_nearest(t.data[k]);
    }
}

void transformer_file_write(Arena *arena, FILE *stream, const PairSource *source,
                            const Transformer *transformer, const TransformerRecipe *recipe,
                            int steps_done, TranslationScore score)
{
    size_t most = (size_t)transformer->tensor_count;
    NamedTensor *tensors = arena_alloc(arena, most, sizeof *tensors);
    int count = 0;
    for (int i = 0; i < transformer->tensor_count; i++)
        if (transformer->tensors[i].value.data)
            tensors[count++] =
                (NamedTensor){transformer->tensors[i].name, transformer->tensors[i].value, FLOAT16};
    const TransformerSizes *z = &transformer->sizes;
    const TransformerSettings *s = &recipe->settings;
    const NamedText metadata[] = {
        {"kind", "transformer"},
        {"encoder layers", arena_format(arena, "%d", z->encoder_layers)},
        {"decoder layers", arena_format(arena, "%d", z->decoder_layers)},
        {"heads", arena_format(arena, "%d", z->heads)},
        {"norm", norm_place_names[z->norm]},
        {"corpus", source->origin},
        {"recipe", transformer_recipe_text(arena, recipe)},
        {"steps", arena_format(arena, "%d of %d", steps_done, s->steps)},
        {"seed", arena_format(arena, "%ju", (uintmax_t)s->seed)},
        {"held-out", translation_score_text(arena, score)},
        {"source vocabulary", lexicon_lines(arena, &source->source)},
        {"target vocabulary", lexicon_lines(arena, &source->target)},
    };
    safetensors_write(stream, tensors, count, metadata, sizeof metadata / sizeof *metadata);
}
