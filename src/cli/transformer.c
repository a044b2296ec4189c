#include "cli/translating.h"

/* ---- sizes ---- */

static const char *norm_name(int i)
{
    return i < NORM_PLACES ? norm_place_names[i] : NULL;
}

/* The paper's base model has 6 + 6 layers, 8 heads, d_model = 512 and d_ff = 2048. */
static const Option size_rows[] = {
    {"layers", 0, "N", "2", "of the encoder, and of the decoder", OPTION_WHOLE,
     .at = offsetof(TransformerSizes, encoder_layers), .range = {1, MOST_LAYERS}},
    {"heads", 'n', "H", "3", "attention heads; H divides the dimension", OPTION_WHOLE,
     .at = offsetof(TransformerSizes, heads), .range = {1, MOST_UNITS}},
    {"dim", 'd', "D", "48", "features of a word's vector (d_model)", OPTION_WHOLE,
     .at = offsetof(TransformerSizes, d_model), .range = {2, MOST_UNITS}},
    {"ffn", 0, "N", "96", "hidden units of a feed-forward network", OPTION_WHOLE,
     .at = offsetof(TransformerSizes, ffn), .range = {1, MOST_UNITS}},
    {"norm", 0, "WHERE", "post", "layer norms: post or pre sublayers, or none", OPTION_CHOICE,
     .at = offsetof(TransformerSizes, norm), .names = norm_name},
    {0},
};

const OptionList size_options = {.rows = size_rows},
                 drawn_size_options = {.rows = size_rows, .group = OPTIONS_DRAWN};

bool transformer_sizes_check(TransformerSizes *s, Error *error)
{
    s->decoder_layers = s->encoder_layers;
    if (s->d_model % 2)
        return fail_usage(
            error, "--dim %d is odd, but sinusoidal positions go in pairs of features", s->d_model);
    return s->d_model % s->heads == 0 ||
           fail_usage(error, "--heads %d does not divide --dim %d", s->heads, s->d_model);
}

/* ---- the command ---- */

typedef struct Settings {
    OutputSettings output;
    TranslatingSettings translating;
} Settings;

static const Option own_rows[] = {
    {"layer", 0, "I", "1", "the layer whose steps are shown whole", OPTION_WHOLE,
     .at = offsetof(TranslatingSettings, layer), .range = {1, MOST_LAYERS}},
    {"seed", 'S', "N", "1", "draws them", OPTION_SEED, .at = offsetof(TranslatingSettings, seed),
     .group = OPTIONS_DRAWN},
    {0},
};

/* What is learned has its sizes. */
static bool check(const Run *run, void *settings, Error *error)
{
    TranslatingSettings *s = settings;
    const Arguments *a = run->arguments;
    if (weights_are_random(s->weights))
        return transformer_sizes_check(&s->sizes, error);
    for (int i = 0; i < a->count; i++)
        if (a->items[i].times && a->items[i].group == OPTIONS_DRAWN)
            return fail_usage(error, "--%s is of random weights: it goes with --weights random",
                              a->items[i].option->name);
    return true;
}

static const OptionList own_options = {.rows = own_rows, .check = check};

/* How to see the layers that are not told. */
static const char *other_layers(Arena *arena, int told, int layers)
{
    if (layers == 1)
        return NULL;
    return arena_format(arena, "Shown here: layer %d of %d. Another: --layer %d.", told, layers,
                        told % layers + 1);
}

static bool run_transformer(const Run *run, Trace **trace, Error *error)
{
    Settings *settings = run->settings;
    TranslatingSettings *s = &settings->translating;
    KnownModel known;
    Sentence source, asked;
    if (s->sample)
        return sentences_print_sample(run->arena, s->sample);
    s->kind = "transformer";
    if (!model_find(run->arena, s, &known, error))
        return false;
    int layers = model_size(&known.model, "encoder layers");
    if (s->layer > layers)
        return fail_usage(error, "--layer %d: there %s %d layer%s", s->layer,
                          layers == 1 ? "is" : "are", layers, layers == 1 ? "" : "s");
    if (!sentences_read(run->arena, s, &known.words, &source, &asked, error))
        return false;
    Graph *g = graph_new(run->arena);
    graph_name(g);
    const Translated *t = translating_translate(scope_of(g), s, &known, &source, &asked);
    sentence_warn_if_cut(run, "the translation", &t->target, known.words.end);
    settings->output.elsewhere = other_layers(run->arena, s->layer, layers);
    *trace = translating_narrate(run, s, &known, &source, t);
    return true;
}

const Command transformer_command = {
    .title = "attnviz transformer",
    .summary = "Encoder and decoder, with three kinds of attention.",
    .examples = {{"attnviz transformer --source \"the european economic area\"",
                  "From positional encoding to the output words."},
                 {"attnviz transformer --weights random --layers 6 --layer 3 --heads 8",
                  "As deep as the paper's, drawn at random; the third layer is told whole."}},
    .options = {{&sentence_options, offsetof(Settings, translating)},
                {&drawn_size_options, offsetof(Settings, translating.sizes)},
                {&own_options, offsetof(Settings, translating)},
                {&weights_option, offsetof(Settings, translating)},
                {&output_options, 0},
                {&cost_option, 0}},
    .settings_size = sizeof(Settings),
    .run = run_transformer,
};
