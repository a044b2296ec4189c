#include "cli/train_bahdanau.h"

#include "cli/train_pairs.h"
#include "cli/values.h"

enum { MOST_KINDS = 32 };

static bool read_kind(Arena *arena, const Arguments *a, const TranslatorKind **kind, Error *error)
{
    const char *names[MOST_KINDS];
    int index = 0;
    CHECK(translator_kind_count <= MOST_KINDS, "%d kinds", translator_kind_count);
    for (int i = 0; i < translator_kind_count; i++)
        names[i] = translator_kinds[i].name;
    if (!value_choice(arena, a, OPTION_KIND, names, translator_kind_count, &index, error))
        return false;
    *kind = &translator_kinds[index];
    return true;
}

static PairTraining *begin(Arena *arena, const PairSource *source, const TrainPairsSettings *s,
                           const void *kind)
{
    TranslatorRecipe recipe = translator_recipe(kind, source);
    recipe.settings.seed = s->seed;
    if (s->steps)
        recipe.settings.steps = s->steps;
    return translator_training(arena, source, &recipe);
}

bool train_bahdanau_run(const Run *run, Error *error)
{
    TrainPairsSettings settings;
    const TranslatorKind *kind;
    return read_kind(run->arena, run->arguments, &kind, error) &&
           train_pairs_settings_read(run->arguments, OPTION_TRAIN_BAHDANAU_OUT, &settings, error) &&
           train_pairs(run->arena, &settings, begin, kind, error);
}
