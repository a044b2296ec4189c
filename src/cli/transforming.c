#include "cli/translating.h"

#include "base/utf8.h"
#include "load/builtin_transformer.h"
#include "trace/transformer.h"
#include "train/pair_source.h"

#include <string.h>

/* ---- settings ---- */

static const char *norm_name(int i)
{
    return i < NORM_PLACES ? norm_place_names[i] : NULL;
}

/* The paper's base model has 6 + 6 layers, 8 heads, d_model = 512 and d_ff = 2048. */
static const Option size_rows[] = {
    {"layers", 0, "N", "2", "of the encoder, and of the decoder", OPTION_WHOLE,
     .at = offsetof(TransformerSizes, encoder_layers), .range = {1, MOST_LAYERS}},
    {"heads", 'n', "H", "3", "attention heads; H divides the dimension", OPTION_WHOLE,
     .at = offsetof(TransformerSizes, heads), .range = {1, 64}},
    {"dim", 'd', "D", "48", "features of a word's vector (d_model)", OPTION_WHOLE,
     .at = offsetof(TransformerSizes, d_model), .range = {2, 512}},
    {"ffn", 0, "N", "96", "hidden units of a feed-forward network", OPTION_WHOLE,
     .at = offsetof(TransformerSizes, ffn), .range = {1, 2048}},
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

/* ---- which transformer ---- */

static void draw(Arena *arena, const TranslatingSettings *s, KnownTransformer *known)
{
    PairSource language = language_source(arena, (Lengths){SHORTEST_SENTENCE, LONGEST_USUAL});
    TransformerSizes sizes = s->sizes;
    sizes.source_words = language.source.count;
    sizes.target_words = language.target.count;
    known->loaded.transformer = transformer_random(arena, sizes, s->seed);
    known->loaded.transformer.end = END_WORD;
    known->words = (Vocabularies){language.source, language.target, END_WORD};
}

bool transformer_find(Arena *arena, const TranslatingSettings *s, KnownTransformer *known,
                      Error *error)
{
    LoadedTransformer *l = &known->loaded;
    Transformer *t = &l->transformer;
    *known = (KnownTransformer){0};
    if (weights_are_random(s->weights)) {
        draw(arena, s, known);
        return true;
    }
    if (weights_are_builtin(s->weights))
        *l = builtin_transformer(arena);
    else if (!transformer_read(arena, s->weights, l, error))
        return false;
    known->words =
        (Vocabularies){lexicon_of(arena, l->source_words, t->sizes.source_words),
                       lexicon_of(arena, l->target_words, t->sizes.target_words), t->end};
    t->parameters->origin = visible_text(arena, t->parameters->origin);
    return true;
}

/* ---- translating ---- */

/* The words asked for, or the most probable ones. */
static Sentence target_of(Arena *arena, const TranslatingSettings *s, const KnownTransformer *known,
                          const Sentence *source, const Sentence *asked)
{
    if (asked->length)
        return *asked;
    int most = sentences_longest(s, source, asked);
    int *words = arena_alloc(arena, (size_t)most, sizeof *words);
    int length =
        transformer_words(&known->loaded.transformer, source->words, source->length, most, words);
    return sentence_chosen(arena, &known->words, words, length);
}

/* What the decoder reads: the end, which stands before the first word, then all but the last. */
static const char *const *words_read(Arena *arena, const Vocabularies *known,
                                     const Sentence *target)
{
    int *words = arena_alloc(arena, (size_t)target->length, sizeof *words);
    for (int i = 0; i < target->length; i++)
        words[i] = i ? target->words[i - 1] : known->end;
    return sentence_of(arena, "", &known->target, words, target->length).labels;
}

const Transformed *transforming_translate(Scope scope, const TranslatingSettings *s,
                                          const KnownTransformer *known, const Sentence *source,
                                          const Sentence *asked)
{
    Graph *g = scope.graph;
    Arena *arena = g->arena;
    Transformed *t = arena_alloc(arena, 1, sizeof *t);
    t->graph = g;
    t->forced = asked->length > 0;
    t->target = target_of(arena, s, known, source, asked);
    WordsRead read = {.length = source->length,
                      .sentences = 1,
                      .words = source->words,
                      .labels = source->labels,
                      .vocabulary = sentences_visible_words(arena, &known->words.source)};
    WordsWritten written = {.length = t->target.length,
                            .words = t->target.words,
                            .labels = t->target.labels,
                            .read = words_read(arena, &known->words, &t->target),
                            .likely = MOST_LIKELY};
    t->parameters = transformer_in(g, &known->loaded.transformer, false);
    t->translation = transformer_translate(scope, &t->parameters, &read, &written,
                                           sentences_visible_words(arena, &known->words.target));
    return t;
}

Trace *transforming_trace(const Run *run, const TranslatingSettings *s,
                          const KnownTransformer *known, const Sentence *source,
                          const Transformed *t)
{
    TransformerSubject subject = {.argc = run->argc,
                                  .argv = run->argv,
                                  .transformer = &known->loaded.transformer,
                                  .source = sentence_shown(source),
                                  .target = sentence_shown(&t->target),
                                  .source_length = source->length,
                                  .target_length = t->target.length,
                                  .forced = t->forced,
                                  .layer = s->layer - 1,
                                  .seed = translating_seed(run->arena, s),
                                  .recipe = known->loaded.recipe,
                                  .score = known->loaded.score};
    return trace_transformer(t->graph, &subject);
}
