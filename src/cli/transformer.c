#include "cli/transformer.h"

#include "cli/output.h"
#include "cli/transformers.h"
#include "cli/translating.h"
#include "cli/values.h"
#include "trace/transformer.h"
#include "train/pair_source.h"

/* The paper's base model has 6 + 6 layers, 8 heads, d_model = 512 and d_ff = 2048. */
enum {
    MOST_LAYERS = 12,
    MOST_HEADS = 64,
    MOST_FEATURES = 512,
    MOST_UNITS = 2048,
    MOST_SAMPLES = 100,
    MOST_LIKELY = 5, /* words that a list of the most probable has */
};

typedef struct TransformerSettings {
    TransformerChoice choice;
    const char *source, *target; /* as TranslatingSettings has them */
    int longest;                 /* of a translation, in words; 0: by the source */
    int layer;                   /* that is told whole, from 1 */
    int sample;                  /* how many sentences to print instead; 0 for none */
} TransformerSettings;

/* ---- settings ---- */

static bool check_sizes(const TransformerSettings *s, Error *error)
{
    const TransformerSizes *sizes = &s->choice.sizes;
    if (sizes->d_model % 2)
        return fail_usage(error,
                          "--dim %d is odd, but sinusoidal positions go in pairs of features",
                          sizes->d_model);
    if (sizes->d_model % sizes->heads)
        return fail_usage(error, "--heads %d does not divide --dim %d", sizes->heads,
                          sizes->d_model);
    return true;
}

/* What is learned has its sizes. */
static bool check_not_given(const Arguments *a, Error *error)
{
    static const OptionId sizes[] = {OPTION_LAYERS, OPTION_MULTI_HEADS, OPTION_FFN,
                                     OPTION_DIM,    OPTION_NORM,        OPTION_SEED};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (a->given[sizes[i]])
            return fail_usage(error, "--%s is of random weights: it goes with --weights random",
                              option_table[sizes[i]].name);
    return true;
}

static bool check_layer(const TransformerSettings *s, int layers, Error *error)
{
    return s->layer <= layers || fail_usage(error, "--layer %d: there %s %d", s->layer,
                                            layers == 1 ? "is" : "are", layers);
}

static bool read_sizes(Arena *arena, const Arguments *a, TransformerSizes *s, Error *error)
{
    int norm = 0;
    if (!value_whole(a, OPTION_LAYERS, 1, MOST_LAYERS, &s->encoder_layers, error) ||
        !value_whole(a, OPTION_MULTI_HEADS, 1, MOST_HEADS, &s->heads, error) ||
        !value_whole(a, OPTION_FFN, 1, MOST_UNITS, &s->ffn, error) ||
        !value_whole(a, OPTION_DIM, 2, MOST_FEATURES, &s->d_model, error) ||
        !value_choice(arena, a, OPTION_NORM, norm_place_names, NORM_PLACES, &norm, error))
        return false;
    s->decoder_layers = s->encoder_layers;
    s->norm = (NormPlace)norm;
    return true;
}

static bool settings_read(Arena *arena, const Arguments *a, TransformerSettings *s, Error *error)
{
    *s =
        (TransformerSettings){.source = a->value[OPTION_SOURCE], .target = a->value[OPTION_TARGET]};
    if (!read_sizes(arena, a, &s->choice.sizes, error) ||
        !value_seed(a, OPTION_SEED, &s->choice.seed, error) ||
        !value_whole(a, OPTION_LAYER, 1, MOST_LAYERS, &s->layer, error) ||
        !translating_read_longest(a, &s->longest, error) ||
        (a->given[OPTION_SAMPLE] &&
         !value_whole(a, OPTION_SAMPLE, 1, MOST_SAMPLES, &s->sample, error)))
        return false;
    s->choice.weights = a->value[OPTION_WEIGHTS];
    return transformer_is_drawn(&s->choice) ? check_sizes(s, error) : check_not_given(a, error);
}

/* ---- translating ---- */

/* What the decoder reads: the end, which stands before the first word, then all but the last. */
static const char *const *words_read(Arena *arena, const KnownTransformer *known,
                                     const Sentence *target)
{
    int *words = arena_alloc(arena, (size_t)target->length, sizeof *words);
    for (int i = 0; i < target->length; i++)
        words[i] = i ? target->words[i - 1] : known->transformer.end;
    return translating_sentence(arena, "", &known->target, words, target->length).labels;
}

static Trace *narrate(const Run *run, const TransformerSettings *s, const KnownTransformer *known,
                      const Sentence *source, const Sentence *target, const TransformerNodes *nodes,
                      const TransformerTranslation *t, Graph *g)
{
    Arena *arena = run->arena;
    TransformerSummary *summary = arena_alloc(arena, 1, sizeof *summary);
    *summary = transformer_summary(g, nodes, t, MOST_LIKELY);
    TransformerSubject *subject = arena_alloc(arena, 1, sizeof *subject);
    *subject =
        (TransformerSubject){.argc = run->argc,
                             .argv = run->argv,
                             .source = {source->text, source->strings, source->labels},
                             .target = {target->text, target->strings, target->labels},
                             .read = words_read(arena, known, target),
                             .vocabulary = translating_visible_words(arena, &known->target),
                             .source_vocabulary = translating_visible_words(arena, &known->source),
                             .forced = s->target != NULL,
                             .layer = s->layer - 1,
                             .recipe = known->recipe,
                             .score = known->score};
    if (transformer_is_drawn(&s->choice))
        subject->seed = arena_format(arena, "%ju", (uintmax_t)s->choice.seed);
    return narrate_transformer(arena, nodes, t, summary, subject);
}

/* The sentence, translated and traced. */
static Trace *trace_of(const Run *run, const TransformerSettings *s, const KnownTransformer *known,
                       const Sentence *source, const Sentence *asked, Text *warnings)
{
    Arena *arena = run->arena;
    Graph *g = graph_new(arena);
    int end = known->transformer.end;
    int longest = asked ? asked->length : translating_longest(s->longest, source);
    TransformerNodes *nodes = arena_alloc(arena, 1, sizeof *nodes);
    TransformerTranslation *t = arena_alloc(arena, 1, sizeof *t);
    *nodes = transformer_nodes(g, &known->transformer, false);
    *t = transformer_translate(g, nodes, source->words, source->length, longest,
                               asked ? asked->words : NULL);
    Sentence target =
        asked ? *asked : translating_chosen(arena, &known->target, t->words, t->length, end);
    translating_warn_if_cut(&target, end, warnings);
    return narrate(run, s, known, source, &target, nodes, t, g);
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
        translating_print_sample(arena, settings.sample);
        return true;
    }
    KnownTransformer known;
    if (!transformer_find(arena, &settings.choice, &known, error) ||
        !check_layer(&settings, known.transformer.sizes.encoder_layers, error) ||
        !translating_read_source(arena, settings.source, &known.source, &source, error) ||
        (settings.target && !translating_read_target(arena, settings.target, &known.target,
                                                     known.transformer.end, &asked, error)))
        return false;
    Trace *trace =
        trace_of(run, &settings, &known, &source, settings.target ? &asked : NULL, &warnings);
    return output_trace(arena, &output, trace, &warnings, error);
}
