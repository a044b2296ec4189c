#include "cli/transformer.h"

#include "cli/output.h"
#include "cli/transformers.h"
#include "cli/translating.h"
#include "cli/values.h"
#include "trace/transformer.h"
#include "train/pair_source.h"

enum {
    MOST_SAMPLES = 100,
    MOST_LIKELY = 5, /* words that a list of the most probable has */
};

/* What random weights have; learned ones have their own. */
static const TransformerSizeOptions size_options = {.layers = OPTION_LAYERS,
                                                    .heads = OPTION_MULTI_HEADS,
                                                    .dim = OPTION_DRAWN_DIM,
                                                    .ffn = OPTION_FFN,
                                                    .norm = OPTION_NORM};

typedef struct TransformerSettings {
    TransformerChoice choice;
    const char *source, *target; /* as TranslatingSettings has them */
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
    return s->layer <= layers || fail_usage(error, "--layer %d: there %s %d", s->layer,
                                            layers == 1 ? "is" : "are", layers);
}

static bool settings_read(Arena *arena, const Arguments *a, TransformerSettings *s, Error *error)
{
    *s =
        (TransformerSettings){.source = a->value[OPTION_SOURCE], .target = a->value[OPTION_TARGET]};
    if (!transformer_sizes_read(arena, a, &size_options, &s->choice.sizes, error) ||
        !value_seed(a, OPTION_SEED, &s->choice.seed, error) ||
        !value_whole(a, OPTION_LAYER, 1, MOST_TRANSFORMER_LAYERS, &s->layer, error) ||
        !translating_read_longest(a, &s->longest, error) ||
        (a->given[OPTION_SAMPLE] &&
         !value_whole(a, OPTION_SAMPLE, 1, MOST_SAMPLES, &s->sample, error)))
        return false;
    s->choice.weights = a->value[OPTION_WEIGHTS];
    return transformer_is_drawn(&s->choice) ? transformer_sizes_check(&s->choice.sizes, error)
                                            : check_not_given(a, error);
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
