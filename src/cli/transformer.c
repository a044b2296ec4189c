#include "cli/settings.h"

/* ---- sizes ---- */

/* The paper's base model has 6 + 6 layers, 8 heads, d_model = 512 and d_ff = 2048. */
const OptionList size_options = {
    .rows = {
        {"layers", 0, "N", "2", "of the encoder, and of the decoder", OPTION_WHOLE,
         .at = offsetof(Settings, translating.sizes.encoder_layers), .range = {1, MOST_LAYERS}},
        {"heads", 'n', "H", "3", "attention heads; H divides the dimension", OPTION_WHOLE,
         .at = offsetof(Settings, translating.sizes.heads), .range = {1, MOST_UNITS}},
        {"dim", 'd', "D", "48", "features of a word's vector (d_model)", OPTION_WHOLE,
         .at = offsetof(Settings, translating.sizes.d_model), .range = {2, MOST_UNITS}},
        {"ffn", 0, "N", "96", "hidden units of a feed-forward network", OPTION_WHOLE,
         .at = offsetof(Settings, translating.sizes.ffn), .range = {1, MOST_UNITS}},
        {"norm", 0, "WHERE", "post", "layer norms: post or pre sublayers, or none", OPTION_CHOICE,
         .at = offsetof(Settings, translating.sizes.norm), .words = "post pre none"}}};

const OptionList drawn_size_options = {.group = OPTIONS_DRAWN, .more = &size_options};

bool transformer_check_sizes(const Run *run, Error *error)
{
    TransformerSizes *s = &run->settings->translating.sizes;
    s->decoder_layers = s->encoder_layers;
    return training_check_dimension(s->d_model, s->heads, error);
}

/* ---- the command ---- */

/* What is learned has its sizes. */
static bool check(const Run *run, Error *error)
{
    const Arguments *a = run->arguments;
    if (weights_are_random(run->settings->translating.weights))
        return transformer_check_sizes(run, error);
    for (int i = 0; i < a->count; i++)
        if (a->items[i].given.count && a->items[i].group == OPTIONS_DRAWN)
            return fail_usage(error, "--%s is of random weights: it goes with --weights random",
                              a->items[i].option->name);
    return true;
}

static const OptionList own_options = {
    {{"layer", 0, "I", "1", "the layer whose steps are shown whole", OPTION_WHOLE,
      .at = offsetof(Settings, translating.layer), .range = {1, MOST_LAYERS}},
     {"seed", 'S', "N", "1", "draws them", OPTION_SEED, .at = offsetof(Settings, translating.seed),
      .group = OPTIONS_DRAWN},
     {"base", 'b', "B", "10000", "of positions: wavelengths 2π to 2πB", OPTION_DECIMAL,
      .at = offsetof(Settings, variation.attention.base), .range = {1.001, 1e12}}},
    .check = check};

static Trace *run_transformer(const Run *run, Error *error)
{
    return translating_run(run, "transformer", error);
}

const Command transformer_command = {
    .title = "attnviz transformer",
    .options = {&sentence_options, &drawn_size_options, &own_options, &variation_options,
                &weights_option, &output_options, &cost_option},
    .run = run_transformer,
};
