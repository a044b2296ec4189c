#include "cli/transformer.h"

#include "cli/output.h"
#include "cli/transforming.h"
#include "cli/values.h"

/* What random weights have; learned ones have their own. */
static const TransformerSizeOptions size_options = {.layers = OPTION_TRANSFORMER_LAYERS,
                                                    .heads = OPTION_TRANSFORMER_HEADS,
                                                    .dim = OPTION_TRANSFORMER_DIM,
                                                    .ffn = OPTION_TRANSFORMER_FFN,
                                                    .norm = OPTION_TRANSFORMER_NORM};

typedef struct TransformerSettings {
    TransformerChoice choice;
    const char *source, *target; /* as cli/sentences.h takes them */
    int longest;                 /* of a translation, in words; 0: by the source */
    int layer;                   /* that is told whole, from 1 */
    int sample;                  /* how many sentences to print instead; 0 for none */
} TransformerSettings;

/* ---- settings ---- */

/* What is learned has its sizes. */
static bool check_not_given(const Arguments *a, Error *error)
{
    const TransformerSizeOptions *o = &size_options;
    const OptionId drawn[] = {o->layers, o->heads, o->ffn, o->dim, o->norm, OPTION_SEED};
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++)
        if (a->given[drawn[i]])
            return fail_usage(error, "--%s is of random weights: it goes with --weights random",
                              option_table[drawn[i]].name);
    return true;
}

static bool check_layer(const TransformerSettings *s, int layers, Error *error)
{
    return s->layer <= layers ||
           fail_usage(error, "--layer %d: there %s %d layer%s", s->layer,
                      layers == 1 ? "is" : "are", layers, layers == 1 ? "" : "s");
}

/* How to see the layers that are not told. */
static const char *other_layers(Arena *arena, int told, int layers)
{
    if (layers == 1)
        return NULL;
    return arena_format(arena, "Shown here: layer %d of %d. Another: --layer %d.", told, layers,
                        told % layers + 1);
}

static bool settings_read(Arena *arena, const Arguments *a, TransformerSettings *s, Error *error)
{
    *s =
        (TransformerSettings){.source = a->value[OPTION_SOURCE], .target = a->value[OPTION_TARGET]};
    if (!sentences_read_sample(a, &s->sample, error) ||
        !transformer_sizes_read(arena, a, &size_options, &s->choice.sizes, error) ||
        !value_seed(a, OPTION_SEED, &s->choice.seed, error) ||
        !value_whole(a, OPTION_LAYER, 1, MOST_TRANSFORMER_LAYERS, &s->layer, error) ||
        !sentences_read_longest(a, &s->longest, error))
        return false;
    s->choice.weights = a->value[OPTION_WEIGHTS];
    return transformer_is_drawn(&s->choice) ? transformer_sizes_check(&s->choice.sizes, error)
                                            : check_not_given(a, error);
}

/* ---- translating ---- */

/* The sentence, translated and traced. */
static Trace *trace_of(const Run *run, const TransformerSettings *s, const KnownTransformer *known,
                       const Sentence *source, const Sentence *asked, Text *warnings)
{
    const char *seed = NULL;
    const Transformed *t =
        transforming_translate(graph_new(run->arena), known, source, s->longest, asked);
    if (transformer_is_drawn(&s->choice))
        seed = arena_format(run->arena, "%ju", (uintmax_t)s->choice.seed);
    sentence_warn_if_cut("the translation", &t->target, known->transformer.end, warnings);
    return transforming_trace(run, known, source, t, s->layer - 1, seed);
}

bool transformer_run(const Run *run, Error *error)
{
    Arena *arena = run->arena;
    TransformerSettings settings;
    OutputSettings output;
    Sentence source, asked;
    Text warnings = text_new(arena);
    if (!settings_read(arena, run->arguments, &settings, error) ||
        !output_settings_read(arena, run->arguments, &output, error))
        return false;
    if (settings.sample) {
        sentences_print_sample(arena, settings.sample);
        return true;
    }
    KnownTransformer known;
    if (!transformer_find(arena, &settings.choice, &known, error) ||
        !check_layer(&settings, known.transformer.sizes.encoder_layers, error) ||
        !sentence_read_source(arena, settings.source, &known.source, &source, error) ||
        (settings.target && !sentence_read_target(arena, settings.target, &known.target,
                                                  known.transformer.end, &asked, error)))
        return false;
    Trace *trace =
        trace_of(run, &settings, &known, &source, settings.target ? &asked : NULL, &warnings);
    output.elsewhere = other_layers(arena, settings.layer, known.transformer.sizes.encoder_layers);
    return output_trace(arena, &output, trace, &warnings, error);
}
