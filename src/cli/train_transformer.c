/* Trains a transformer on pairs of sentences. */
#include "cli/settings.h"

Trace *train_transformer_command(const Run *run)
{
    return train_pairs(run, model_kind("transformer"), &run->settings->translating.sizes);
}
