#include "cli/settings.h"
#include "trace/traces.h"
#include "train/pair_source.h"

#include <string.h>

/* Both models, as they were learned, and what they make of the sentence, in one graph. */
typedef struct Models {
    KnownModel bahdanau, transformer;
    TracedSentence source;
    const Translated *translated, *transformed;
} Models;

/* Both read the same words, go on with the same words if any were asked for, and end after as many
   if they do not end by themselves. */
static bool translate_both(Graph *g, Models *m, Error *error)
{
    Scope first = within(scope_of(g), "bahdanau", ", Bahdanau's translator", 0);
    Scope second = within(scope_of(g), "transformer", "", 0);
    TracedSentence asked;
    if (!sentences_read(&m->bahdanau, &m->source, &asked, error))
        return false;
    m->translated = translating_translate(first, &m->bahdanau, &m->source, &asked);
    m->transformed = translating_translate(second, &m->transformer, &m->source, &asked);
    return true;
}

/* ---- what both say ---- */

static bool same_words(const TracedSentence *a, const TracedSentence *b)
{
    bool same = a->text.token_count == b->text.token_count;
    for (int i = 0; same && i < a->text.token_count; i++)
        same = !strcmp(a->text.tokens[i], b->text.tokens[i]);
    return same;
}

static ExpectedWords expected_words(Arena *arena, const Models *m)
{
    PairSource language = language_source(arena, (Lengths){SHORTEST_SENTENCE, LONGEST_USUAL});
    int length = m->source.text.token_count, target[LONGEST_SIDE + 1];
    int *words = arena_alloc(arena, (size_t)length, sizeof *words);
    Pair pair;
    if (!sentence_numbers(&language.source, &m->source, words) ||
        !language_pair(&language, words, length, &pair))
        return (ExpectedWords){0};
    length = target_with_end(&pair, target);
    const char *text = sentence_text(arena, &language.target, target, length - 1);
    TracedSentence right = sentence_of(arena, text, &language.target, target, length);
    return (ExpectedWords){.text = text,
                           .by_bahdanau = same_words(&right, &m->translated->target),
                           .by_transformer = same_words(&right, &m->transformed->target)};
}

/* ---- the trace ---- */

static Trace *trace_of(const Run *run, const Models *m)
{
    const TracedSentence *first = &m->translated->target, *second = &m->transformed->target;
    const Model *bahdanau = &m->bahdanau.model, *transformer = &m->transformer.model;
    ModelsSubject subject = {
        .source = m->source.text,
        .targets = {first->text, second->text},
        .same_words = same_words(first, second),
        .forced = m->transformed->forced,
        .origin = bahdanau->parameters->origin,
        .learned = {{bahdanau->recipe, bahdanau->score}, {transformer->recipe, transformer->score}},
        .expected = expected_words(run->arena, m)};
    ModelPair pair = {.bahdanau = &m->translated->by_translator,
                      .transformer = &m->transformed->transformer,
                      .transformed = &m->transformed->by_transformer,
                      .written = second->text.token_count,
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
    if (!model_find(arena, s, "bahdanau", &m->bahdanau, error) ||
        !model_find(arena, s, "transformer", &m->transformer, error) ||
        !translate_both(run->graph, m, error))
        return NULL;
    sentence_warn_if_cut(run, "the translation of Bahdanau's translator", &m->translated->target,
                         &m->bahdanau);
    sentence_warn_if_cut(run, "the translation of the transformer", &m->transformed->target,
                         &m->transformer);
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
