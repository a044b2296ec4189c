#include "cli/settings.h"

/* Checks the sizes for training or random weights; loaded weights have their own. */
void check_sizes(const Run *run)
{
    TransformerSizes *s = &run->settings->translating.sizes;
    const char *weights = run->settings->translating.weights;
    s->decoder_layers = s->encoder_layers;
    if (!weights || weights_are_random(weights))
        training_check_dimension(s->d_model, s->heads);
}

Trace *transformer_command(const Run *run)
{
    return translating_run(run, "transformer");
}
