#include "train/translator_file.h"

#include "load/safetensors.h"

void translator_round(Translator *translator)
{
    for (int i = 0; i < TRANSLATOR_TENSORS; i++) {
        Tensor t = translator->tensors[i];
        for (size_t k = 0; k < tensor_size(t); k++)
            t.data[k] = float16_nearest(t.data[k]);
    }
}

void translator_file_write(Arena *arena, FILE *stream, const PairSource *source,
                           const Translator *translator, const TranslatorRecipe *recipe,
                           int steps_done, TranslationScore score)
{
    NamedTensor tensors[TRANSLATOR_TENSORS];
    int count = 0;
    for (int i = 0; i < TRANSLATOR_TENSORS; i++)
        if (translator->tensors[i].data)
            tensors[count++] =
                (NamedTensor){translator_tensor_name(i), translator->tensors[i], FLOAT16};
    const TranslationSettings *s = &recipe->settings;
    const NamedText metadata[] = {
        {"kind", translator->kind->name},
        {"window", arena_format(arena, "%d", translator->sizes.window)},
        {"corpus", source->origin},
        {"recipe", translator_recipe_text(arena, recipe)},
        {"steps", arena_format(arena, "%d of %d", steps_done, s->steps)},
        {"seed", arena_format(arena, "%ju", (uintmax_t)s->seed)},
        {"held-out", translation_score_text(arena, score)},
        {"source vocabulary", lexicon_lines(arena, &source->source)},
        {"target vocabulary", lexicon_lines(arena, &source->target)},
    };
    safetensors_write(stream, tensors, count, metadata, sizeof metadata / sizeof *metadata);
}
