/* Learns a transformer from pairs of sentences. */
#include "cli/settings.h"

static Trace *run_train_transformer(const Run *run, Error *error)
{
    return train_pairs(run, model_kind("transformer"), &run->settings->translating.sizes, error);
}

const Command train_transformer_command = {
    .title = "attnviz train transformer",
    .options = {&size_options, &train_transformer_options, &pair_options, &training_options},
    .run = run_train_transformer,
};
