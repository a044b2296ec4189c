#include "cli/compare_models.h"

#include "cli/output.h"
#include "cli/transforming.h"
#include "cli/translating.h"
#include "graph/ops.h"
#include "trace/model_comparison.h"
#include "train/language.h"

#include <string.h>

typedef struct Settings {
    TranslatingSettings translating; /* its `longest` is 0 for a length by the source */
    TransformerChoice transformer;
} Settings;

/* Both models, as they were learned, and what they make of the sentence, in one graph. */
typedef struct Models {
    KnownTranslator bahdanau;
    KnownTransformer transformer;
    Sentence source;
    Translated translated;
    const Transformed *transformed;
} Models;

static bool read_settings(const Arguments *a, Settings *s, Error *error)
{
    *s = (Settings){.translating = {.source = a->value[OPTION_SOURCE],
                                    .target = a->value[OPTION_TARGET],
                                    .step = 1,
                                    .choice = {.weights = "built-in", .kind = "bahdanau"}},
                    .transformer = {.weights = "built-in"}};
    return sentences_read_sample(a, &s->translating.sample, error) &&
           sentences_read_longest(a, &s->translating.longest, error);
}

/* Both read the same words, go on with the same words if any were asked for, and end after as many
   if they do not end by themselves. */
static bool translate_both(Arena *arena, TranslatingSettings s, Models *m, Error *error)
{
    Graph *g = graph_new(arena);
    Sentence asked, *given = s.target ? &asked : NULL;
    if (!sentence_read_source(arena, s.source, &m->bahdanau.source, &m->source, error) ||
        (given && !sentence_read_target(arena, s.target, &m->bahdanau.target,
                                        m->bahdanau.translator.end, given, error)))
        return false;
    m->translated = translating_translate(g, &s, &m->bahdanau, &m->source, given);
    Sentence source = sentence_renumbered(arena, &m->transformer.source, m->source);
    if (given)
        asked = sentence_renumbered(arena, &m->transformer.target, asked);
    m->transformed = transforming_translate(g, &m->transformer, &source, s.longest, given);
    return true;
}

/* ---- what both say ---- */

static bool same_words(const Sentence *a, const Sentence *b)
{
    bool same = a->length == b->length;
    for (int i = 0; same && i < a->length; i++)
        same = !strcmp(a->strings[i], b->strings[i]);
    return same;
}

/* The words of the language as its own vocabulary has them; false if it lacks one. */
static bool find_words(const Lexicon *vocabulary, const Sentence *sentence, int *words)
{
    for (int i = 0; i < sentence->length; i++) {
        words[i] = lexicon_find(vocabulary, sentence->strings[i]);
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
        !language_translate(&language, words, m->source.length, &pair))
        return (ExpectedWords){0};
    int *target = arena_alloc(arena, LONGEST_SIDE + 1, sizeof *target);
    int length = target_with_end(&pair, target);
    Sentence right = sentence_chosen(arena, &language.target, target, length, END_WORD);
    return (ExpectedWords){.text = right.text,
                           .by_bahdanau = same_words(&right, &m->translated.target),
                           .by_transformer = same_words(&right, &m->transformed->target)};
}

/* ---- the trace ---- */

static const ModelsSubject *subject_of(const Run *run, const Settings *s, const Models *m)
{
    Arena *arena = run->arena;
    const Sentence *first = &m->translated.target, *second = &m->transformed->target;
    ModelsSubject *subject = arena_alloc(arena, 1, sizeof *subject);
    *subject = (ModelsSubject){
        .argc = run->argc,
        .argv = run->argv,
        .source = sentence_shown(&m->source),
        .targets = {sentence_shown(first), sentence_shown(second)},
        .source_length = m->source.length,
        .target_lengths = {first->length, second->length},
        .same_words = same_words(first, second),
        .forced = m->transformed->forced,
        .expected = expected_words(arena, m),
        .alone = {
            translating_narrate(run, &s->translating, &m->bahdanau, &m->source, &m->translated),
            transforming_narrate(run, &m->transformer, &m->source, m->transformed, 0, NULL)}};
    return subject;
}

static Trace *narrate(const Run *run, const Settings *s, const Models *m)
{
    Arena *arena = run->arena;
    const ModelsSubject *subject = subject_of(run, s, m);
    ModelPair *pair = arena_alloc(arena, 1, sizeof *pair);
    ModelComparison *comparison = arena_alloc(arena, 1, sizeof *comparison);
    Graph *g = m->translated.graph;
    Node *weights = name_find(g, "alignment")->node;
    *pair = (ModelPair){
        &m->bahdanau.translator, &m->translated.translation, weights,
        argmax_rows(g, weights), &m->transformed->nodes,     &m->transformed->translation,
        &m->transformed->summary};
    *comparison = model_comparison(m->translated.graph, pair, subject->same_words);
    return narrate_model_comparison(arena, pair, comparison, subject);
}

bool compare_models_run(const Run *run, Error *error)
{
    Arena *arena = run->arena;
    Settings settings;
    OutputSettings output;
    Models *m = arena_alloc(arena, 1, sizeof *m);
    Text warnings = text_new(arena);
    if (!read_settings(run->arguments, &settings, error) ||
        !output_settings_read(arena, run->arguments, &output, error))
        return false;
    if (settings.translating.sample) {
        sentences_print_sample(arena, settings.translating.sample);
        return true;
    }
    if (!translator_find(arena, &settings.translating.choice, &m->bahdanau, error) ||
        !transformer_find(arena, &settings.transformer, &m->transformer, error) ||
        !translate_both(arena, settings.translating, m, error))
        return false;
    sentence_warn_if_cut("the translation of Bahdanau's translator", &m->translated.target,
                         m->bahdanau.translator.end, &warnings);
    sentence_warn_if_cut("the translation of the transformer", &m->transformed->target,
                         m->transformer.transformer.end, &warnings);
    return output_trace(arena, &output, narrate(run, &settings, m), &warnings, error);
}
