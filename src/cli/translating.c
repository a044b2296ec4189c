#include "cli/translating.h"

#include "base/utf8.h"
#include "load/builtin_translator.h"
#include "train/pair_source.h"

#include <string.h>

/* ---- settings ---- */

static const Option rows[] = {
    {"step", 0, "I", "1", "the word whose steps are shown whole", OPTION_WHOLE,
     .at = offsetof(TranslatingSettings, step), .range = {1, LONGEST_TRANSLATION}},
    {"attention", 0, "KIND", "soft", "soft, or hard: one word, not their mean", OPTION_CHOICE,
     .at = offsetof(TranslatingSettings, attention), .words = "soft hard"},
    {"hard", 0, "HOW", "sample", "what hard attention takes: %", OPTION_CHOICE,
     .at = offsetof(TranslatingSettings, hard), .words = "sample argmax"},
    {"seed", 'S', "N", "1", "draws random weights", OPTION_SEED,
     .at = offsetof(TranslatingSettings, seed)},
    {"weights", 'w', "FILE", "built-in", "built-in, random, or a .safetensors file", OPTION_TEXT,
     .at = offsetof(TranslatingSettings, weights), .words = "built-in random @file"},
    {0},
};

enum { HARD_ROW = 2, WEIGHTS_ROW = 4 };

static bool is_drawn(const TranslatingSettings *s)
{
    return weights_are_random(s->weights) || s->taking == TAKE_DRAWN;
}

/* A command without --attention shows both, and this is its hard one. */
static bool check(const Run *run, void *settings, Error *error)
{
    TranslatingSettings *s = settings;
    bool hard = s->attention || !argument_named(run->arguments, "attention");
    s->taking = !hard ? TAKE_MEAN : s->hard ? TAKE_LARGEST : TAKE_DRAWN;
    if (is_given(run, "hard") && !hard)
        return fail_usage(error, "--hard says what hard attention takes: it goes with --attention "
                                 "hard");
    return !is_given(run, "seed") || is_drawn(s) ||
           fail_usage(error, "--seed draws random weights, or what hard attention takes: "
                             "neither is drawn here");
}

const OptionList translator_options = {.rows = rows, .check = check},
                 hard_options = {.rows = rows + HARD_ROW, .check = check},
                 weights_option = {.rows = rows + WEIGHTS_ROW};

const char *translating_seed(Arena *arena, const TranslatingSettings *s)
{
    return is_drawn(s) ? arena_format(arena, "%ju", (uintmax_t)s->seed) : NULL;
}

/* ---- which translator ---- */

/* Of random weights: those that the built-in ones have. */
static const TranslatorSizes usual_sizes = {
    .embedding = 24, .hidden = 32, .alignment = 24, .window = 2};

const char *translator_command(Arena *arena, const TranslatorKind *kind)
{
    if (!kind->attends)
        return NULL;
    if (kind->context_first)
        return arena_format(arena, "attnviz bahdanau%s%s",
                            kind->cell == CELL_TANH ? " --cell rnn" : "",
                            kind->both_ways ? "" : " --encoder causal");
    if (kind->reach != REACH_GLOBAL)
        return arena_format(arena, "attnviz luong --local %s", reach_name(kind->reach));
    return arena_format(arena, "attnviz luong --score %s", score_name(kind->score));
}

static void draw(Arena *arena, const TranslatingSettings *s, const TranslatorKind *kind,
                 KnownTranslator *known)
{
    PairSource language = language_source(arena, (Lengths){SHORTEST_SENTENCE, LONGEST_USUAL});
    TranslatorSizes sizes = usual_sizes;
    sizes.source_words = language.source.count;
    sizes.target_words = language.target.count;
    known->loaded.translator = translator_random(arena, kind, sizes, s->seed);
    known->loaded.translator.end = END_WORD;
    known->words = (Vocabularies){language.source, language.target, END_WORD};
}

static bool fail_kind(Arena *arena, const TranslatingSettings *s, const TranslatorKind *found,
                      Error *error)
{
    const char *command = translator_command(arena, found);
    return fail_usage(
        error, "--weights %s is a translator of the kind %s, but %s is asked for; %s%s", s->weights,
        found->name, s->kind, command ? "it goes with " : "no command shows one of its kind",
        command ? command : "");
}

/* What was learned: built in, or in a file of the user's. */
static bool load(Arena *arena, const TranslatingSettings *s, const TranslatorKind *kind,
                 KnownTranslator *known, Error *error)
{
    LoadedTranslator *l = &known->loaded;
    Translator *t = &l->translator;
    if (weights_are_builtin(s->weights))
        *l = builtin_translator(arena, kind);
    else if (!translator_read(arena, s->weights, l, error))
        return false;
    if (t->kind != kind)
        return fail_kind(arena, s, t->kind, error);
    known->words =
        (Vocabularies){lexicon_of(arena, l->source_words, t->sizes.source_words),
                       lexicon_of(arena, l->target_words, t->sizes.target_words), t->end};
    t->parameters->origin = visible_text(arena, t->parameters->origin);
    return true;
}

bool translator_find(Arena *arena, const TranslatingSettings *s, KnownTranslator *known,
                     Error *error)
{
    const TranslatorKind *kind = translator_kind(s->kind);
    CHECK(kind, "no translator of the kind %s", s->kind);
    *known = (KnownTranslator){0};
    if (weights_are_random(s->weights))
        draw(arena, s, kind, known);
    else if (!load(arena, s, kind, known, error))
        return false;
    if (s->window)
        known->loaded.translator.sizes.window = s->window;
    return true;
}

/* ---- translating ---- */

TranslationTask translating_task(Arena *arena, const TranslatingSettings *s,
                                 const KnownTranslator *known, const Sentence *source,
                                 const Sentence *target)
{
    const Vocabularies *words = &known->words;
    return (TranslationTask){.source = source->words,
                             .source_length = source->length,
                             .target = target->words,
                             .target_length = target->length,
                             .taking = s->taking,
                             .seed = s->seed,
                             .likely = MOST_LIKELY,
                             .source_labels = source->labels,
                             .target_labels = target->labels,
                             .source_vocabulary = sentences_visible_words(arena, &words->source),
                             .vocabulary = sentences_visible_words(arena, &words->target)};
}

Sentence translating_choose(Arena *arena, const TranslatingSettings *s,
                            const KnownTranslator *known, const Sentence *source)
{
    Sentence none = {.length = 0};
    TranslationTask task = translating_task(arena, s, known, source, &none);
    task.target_length = sentences_longest(s, source, &none);
    int *words = arena_alloc(arena, (size_t)task.target_length, sizeof *words);
    int length = translated_words(&known->loaded.translator, &task, words);
    return sentence_chosen(arena, &known->words, words, length);
}

const Translated *translating_translate(Graph *g, const TranslatingSettings *s,
                                        const KnownTranslator *known, const Sentence *source,
                                        const Sentence *asked)
{
    Translated *t = arena_alloc(g->arena, 1, sizeof *t);
    *t = (Translated){.graph = g, .forced = asked->length > 0};
    t->target = t->forced ? *asked : translating_choose(g->arena, s, known, source);
    t->task = translating_task(g->arena, s, known, source, &t->target);
    graph_name(g);
    t->translation = translate_aligned(scope_of(g), &known->loaded.translator, &t->task);
    return t;
}

Trace *translating_narrate(const Run *run, const TranslatingSettings *s,
                           const KnownTranslator *known, const Sentence *source,
                           const Translated *t)
{
    TranslationSubject subject = {.argc = run->argc,
                                  .argv = run->argv,
                                  .source = sentence_shown(source),
                                  .target = sentence_shown(&t->target),
                                  .forced = t->forced,
                                  .whole = s->step - 1,
                                  .seed = translating_seed(run->arena, s),
                                  .recipe = known->loaded.recipe,
                                  .score = known->loaded.score};
    return trace_translation(t->graph, &known->loaded.translator, &t->task, &subject);
}

bool translating_run(const Run *run, const TranslatingSettings *s, Trace **trace, Error *error)
{
    Arena *arena = run->arena;
    KnownTranslator known;
    Sentence source, asked;
    if (s->sample)
        return sentences_print_sample(arena, s->sample);
    if (!translator_find(arena, s, &known, error) ||
        !sentences_read(arena, s, &known.words, &source, &asked, error))
        return false;
    const Translated *t = translating_translate(graph_new(arena), s, &known, &source, &asked);
    if (s->step > t->target.length)
        return fail_usage(error, "--step %d: the translation has %d steps", s->step,
                          t->target.length);
    sentence_warn_if_cut(run, "the translation", &t->target, known.words.end);
    *trace = translating_narrate(run, s, &known, &source, t);
    return true;
}
