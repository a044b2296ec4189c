#include "cli/settings.h"

/* ---- sizes ---- */

/* The paper's base model has 6 + 6 layers, 8 heads, d_model = 512 and d_ff = 2048. */
bool check_sizes(const Run *run, Error *error)
{
    TransformerSizes *s = &run->settings->translating.sizes;
    s->decoder_layers = s->encoder_layers;
    return training_check_dimension(s->d_model, s->heads, error);
}

/* ---- the command ---- */

bool check_transformer(const Run *run, Error *error)
{
    return !weights_are_random(run->settings->translating.weights) || check_sizes(run, error);
}

Trace *transformer_command(const Run *run, Error *error)
{
    return translating_run(run, "transformer", error);
}
