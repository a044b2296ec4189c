#include "cli/translating.h"

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
    const TranslatingSettings *s = &settings->translating;
    KnownTransformer known;
    Sentence source, asked;
    if (s->sample)
        return sentences_print_sample(run->arena, s->sample);
    if (!transformer_find(run->arena, s, &known, error))
        return false;
    int layers = known.loaded.transformer.sizes.encoder_layers;
    if (s->layer > layers)
        return fail_usage(error, "--layer %d: there %s %d layer%s", s->layer,
                          layers == 1 ? "is" : "are", layers, layers == 1 ? "" : "s");
    if (!sentences_read(run->arena, s, &known.words, &source, &asked, error))
        return false;
    Graph *g = graph_new(run->arena);
    graph_name(g);
    const Transformed *t = transforming_translate(scope_of(g), s, &known, &source, &asked);
    sentence_warn_if_cut(run, "the translation", &t->target, known.words.end);
    settings->output.elsewhere = other_layers(run->arena, s->layer, layers);
    *trace = transforming_trace(run, s, &known, &source, t);
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
