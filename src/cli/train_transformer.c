/* Learns a transformer from pairs of sentences. */
#include "cli/training.h"
#include "cli/translating.h"
#include "train/pair_training.h"

typedef struct Settings {
    PairSettings pairs;
    TransformerSizes sizes;
} Settings;

static const Option own_rows[] = {
    {"out", 'o', "FILE", "transformer.safetensors", "the weights", OPTION_TEXT,
     .at = offsetof(Settings, pairs.out), .words = "@file", .group = OPTIONS_FILES},
    {0},
};

static const OptionList own_options = {.rows = own_rows};

static PairTraining *begin(Arena *arena, const PairSource *source, const PairSettings *s,
                           const void *sizes)
{
    TransformerRecipe recipe = transformer_recipe(source);
    TransformerSizes words = recipe.sizes;
    recipe.sizes = *(const TransformerSizes *)sizes;
    recipe.sizes.source_words = words.source_words;
    recipe.sizes.target_words = words.target_words;
    recipe.settings.seed = s->learning.seed;
    if (s->steps)
        transformer_recipe_set_steps(&recipe, s->steps);
    return transformer_training(arena, source, &recipe);
}

static bool run_train_transformer(const Run *run, Trace **trace, Error *error)
{
    Settings *s = run->settings;
    (void)trace;
    return transformer_sizes_check(&s->sizes, error) &&
           train_pairs(run->arena, &s->pairs, begin, &s->sizes, error);
}

const Command train_transformer_command = {
    .title = "attnviz train transformer",
    .summary = "Learns a transformer from the toy language, or from pairs.",
    .examples = {{"attnviz train transformer --out mine.safetensors",
                  "The built-in one again. Ctrl-C saves what is learned so far."},
                 {"attnviz train transformer --layers 1 --norm pre --corpus pairs.txt",
                  "One layer a side, from a file with a sentence, a tab and its translation a "
                  "line."}},
    .options = {{&size_options, offsetof(Settings, sizes)},
                {&own_options, 0},
                {&pair_options, offsetof(Settings, pairs)},
                {&training_options, offsetof(Settings, pairs.learning)}},
    .settings_size = sizeof(Settings),
    .run = run_train_transformer,
};
