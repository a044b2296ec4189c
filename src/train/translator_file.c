#include "train/translator_file.h"

#include "train/pair_file.h"

void translator_round(Translator *translator)
{
    pair_file_round(translator->parameters);
}

void translator_file_write(Arena *arena, FILE *stream, const PairSource *source,
                           const Translator *translator, const TranslatorRecipe *recipe,
                           int steps_done, TranslationScore score)
{
    const TranslationSettings *s = &recipe->settings;
    const NamedText own[] = {
        {"kind", translator->kind->name},
        {"window", arena_format(arena, "%d", translator->sizes.window)},
    };
    const PairLearned learned = {
        source, translator_recipe_text(arena, recipe), steps_done, s->steps, s->seed, score};
    pair_file_write(arena, stream, translator->parameters, own, sizeof own / sizeof *own, &learned);
}
