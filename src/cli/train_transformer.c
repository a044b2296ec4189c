/* Learns a transformer from pairs of sentences. */
#include "cli/settings.h"

static const OptionList own_options = {
    {{"out", 'o', "FILE", "transformer.safetensors", "the weights", OPTION_TEXT,
      .at = offsetof(Settings, learning.out), .words = "@file", .group = OPTIONS_FILES}},
    .check = transformer_check_sizes};

static Trace *run_train_transformer(const Run *run, Error *error)
{
    return train_pairs(run, model_kind("transformer"), &run->settings->translating.sizes, error);
}

const Command train_transformer_command = {
    .title = "attnviz train transformer",
    .options = {&size_options, &own_options, &pair_options, &training_options},
    .run = run_train_transformer,
};
