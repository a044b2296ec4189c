#include "cli/settings.h"

/* Checks the sizes for training or random weights; loaded weights have their own. */
bool check_sizes(const Run *run, Error *error)
{
    TransformerSizes *s = &run->settings->translating.sizes;
    const char *weights = run->settings->translating.weights;
    s->decoder_layers = s->encoder_layers;
    return (weights && !weights_are_random(weights)) ||
           training_check_dimension(s->d_model, s->heads, error);
}

Trace *transformer_command(const Run *run, Error *error)
{
    return translating_run(run, "transformer", error);
}
