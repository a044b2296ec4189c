#include "cli/train_transformer.h"

#include "cli/train_pairs.h"
#include "cli/transformer_choice.h"

static PairTraining *begin(Arena *arena, const PairSource *source, const TrainPairsSettings *s,
                           const void *sizes)
{
    TransformerRecipe recipe = transformer_recipe(source);
    TransformerSizes words = recipe.sizes;
    recipe.sizes = *(const TransformerSizes *)sizes;
    recipe.sizes.source_words = words.source_words;
    recipe.sizes.target_words = words.target_words;
    recipe.settings.seed = s->seed;
    if (s->steps)
        transformer_recipe_set_steps(&recipe, s->steps);
    return transformer_training(arena, source, &recipe);
}

bool train_transformer_run(const Run *run, Error *error)
{
    static const TransformerSizeOptions options = {.layers = OPTION_TRAIN_TRANSFORMER_LAYERS,
                                                   .heads = OPTION_HEADS,
                                                   .dim = OPTION_DIM,
                                                   .ffn = OPTION_TRAIN_TRANSFORMER_FFN,
                                                   .norm = OPTION_TRAIN_TRANSFORMER_NORM};
    TrainPairsSettings settings;
    TransformerSizes sizes = {0};
    return transformer_sizes_read(run->arena, run->arguments, &options, &sizes, error) &&
           transformer_sizes_check(&sizes, error) &&
           train_pairs_settings_read(run->arguments, OPTION_TRAIN_TRANSFORMER_OUT, &settings,
                                     error) &&
           train_pairs(run->arena, &settings, begin, &sizes, error);
}
