/* Learns a transformer from pairs of sentences. */
#include "cli/training.h"
#include "cli/translating.h"

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

static bool run_train_transformer(const Run *run, Trace **trace, Error *error)
{
    Settings *s = run->settings;
    (void)trace;
    return transformer_sizes_check(&s->sizes, error) &&
           train_pairs(run->arena, &s->pairs, model_kind("transformer"), &s->sizes, error);
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
