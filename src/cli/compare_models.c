#include "cli/settings.h"
#include "trace/traces.h"
#include "train/pair_source.h"

#include <string.h>

/* Both models, as they were learned, and what they make of the sentence, in one graph. */
typedef struct Models {
    KnownModel bahdanau, transformer;
    NumberedSentence source; /* of the translator */
    const Translated *translated, *transformed;
} Models;

/* Both read the same words, go on with the same words if any were asked for, and end after as many
   if they do not end by themselves. */
static bool translate_both(Graph *g, const TranslatingSettings *s, Models *m, Error *error)
{
    Arena *arena = g->arena;
    NumberedSentence asked;
    if (!sentences_read(arena, s, &m->bahdanau.words, &m->source, &asked, error))
        return false;
    m->translated =
        translating_translate(within(scope_of(g), "bahdanau", ", Bahdanau's translator", 0), s,
                              &m->bahdanau, &m->source, &asked);
    NumberedSentence source = sentence_renumbered(arena, &m->transformer.words.source, m->source);
    asked = sentence_renumbered(arena, &m->transformer.words.target, asked);
    m->transformed = translating_translate(within(scope_of(g), "transformer", "", 0), s,
                                           &m->transformer, &source, &asked);
    return true;
}

/* ---- what both say ---- */

static bool same_words(const NumberedSentence *a, const NumberedSentence *b)
{
    bool same = a->length == b->length;
    for (int i = 0; same && i < a->length; i++)
        same = !strcmp(a->shown.tokens[i], b->shown.tokens[i]);
    return same;
}

/* The words of the language as its own vocabulary has them; false if it lacks one. */
static bool find_words(const Lexicon *vocabulary, const NumberedSentence *sentence, int *words)
{
    for (int i = 0; i < sentence->length; i++) {
        words[i] = lexicon_find(vocabulary, sentence->shown.tokens[i]);
        if (words[i] < 0)
            return false;
    }
    return true;
}

static ExpectedWords expected_words(Arena *arena, const Models *m)
{
    PairSource language = language_source(arena, (Lengths){SHORTEST_SENTENCE, LONGEST_USUAL});
    int *words = arena_alloc(arena, (size_t)m->source.length, sizeof *words);
    Pair pair;
    if (!find_words(&language.source, &m->source, words) ||
        !language_pair(&language, words, m->source.length, &pair))
        return (ExpectedWords){0};
    int *target = arena_alloc(arena, LONGEST_SIDE + 1, sizeof *target);
    int length = target_with_end(&pair, target);
    Vocabularies known = {language.source, language.target, END_WORD};
    NumberedSentence right = sentence_chosen(arena, &known, target, length);
    return (ExpectedWords){.text = right.shown.text,
                           .by_bahdanau = same_words(&right, &m->translated->target),
                           .by_transformer = same_words(&right, &m->transformed->target)};
}

/* ---- the trace ---- */

static Trace *trace_of(const Run *run, const Models *m)
{
    const NumberedSentence *first = &m->translated->target, *second = &m->transformed->target;
    const Model *bahdanau = &m->bahdanau.model, *transformer = &m->transformer.model;
    ModelsSubject subject = {
        .source = m->source.shown,
        .targets = {first->shown, second->shown},
        .same_words = same_words(first, second),
        .forced = m->transformed->forced,
        .origin = bahdanau->parameters->origin,
        .learned = {{bahdanau->recipe, bahdanau->score}, {transformer->recipe, transformer->score}},
        .expected = expected_words(run->arena, m)};
    ModelPair pair = {.bahdanau = &m->translated->by_translator,
                      .transformer = &m->transformed->transformer,
                      .transformed = &m->transformed->by_transformer,
                      .written = second->length,
                      .same_words = subject.same_words};
    compare_models(scope_of(run->graph), &pair);
    return trace_model_comparison(run->graph, transformer->sizes, &subject);
}

static Trace *run_compare_models(const Run *run, Error *error)
{
    Arena *arena = run->arena;
    TranslatingSettings *s = &run->settings->translating;
    Models *m = arena_alloc(arena, 1, sizeof *m);
    s->weights = "built-in";
    s->step = s->layer = 1;
    if (!model_find(arena, s, "bahdanau", &m->bahdanau, error) ||
        !model_find(arena, s, "transformer", &m->transformer, error) ||
        !translate_both(run->graph, s, m, error))
        return NULL;
    sentence_warn_if_cut(run, "the translation of Bahdanau's translator", &m->translated->target,
                         m->bahdanau.words.end);
    sentence_warn_if_cut(run, "the translation of the transformer", &m->transformed->target,
                         m->transformer.words.end);
    return trace_of(run, m);
}

const Command compare_models_command = {
    .title = "attnviz compare-models",
    .summary = "Bahdanau's alignment beside the transformer's attention.",
    .examples = {{"attnviz compare-models --source \"the european economic area\"",
                  "Every head, their means, and what either model takes."},
                 {"attnviz compare-models -e 'agreement[2,mean]' --depth 2",
                  "At which words both look at the same place."}},
    .options = {&sentence_options, &output_options, &cost_option},
    .run = run_compare_models,
};
