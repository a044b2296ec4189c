#include "train/translator_file.h"

#include "train/pair_file.h"

void translator_round(Translator *translator)
{
    for (int i = 0; i < TRANSLATOR_TENSORS; i++)
        pair_file_round(translator->tensors[i]);
}

void translator_file_write(Arena *arena, FILE *stream, const PairSource *source,
                           const Translator *translator, const TranslatorRecipe *recipe,
                           int steps_done, TranslationScore score)
{
    NamedTensor tensors[TRANSLATOR_TENSORS];
    for (int i = 0; i < TRANSLATOR_TENSORS; i++)
        tensors[i] = (NamedTensor){translator_tensor_name(i), translator->tensors[i], FLOAT16};
    const TranslationSettings *s = &recipe->settings;
    const NamedText own[] = {
        {"kind", translator->kind->name},
        {"window", arena_format(arena, "%d", translator->sizes.window)},
    };
    const PairLearned learned = {
        source, translator_recipe_text(arena, recipe), steps_done, s->steps, s->seed, score};
    pair_file_write(arena, stream, tensors, TRANSLATOR_TENSORS, own, sizeof own / sizeof *own,
                    &learned);
}
