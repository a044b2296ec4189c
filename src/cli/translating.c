#include "cli/translating.h"

#include "cli/output.h"
#include "cli/values.h"

/* ---- settings ---- */

/* A command without --attention shows both, and this is its hard one. */
static bool read_taking(Arena *arena, const Arguments *a, Taking *taking, Error *error)
{
    static const char *const attentions[] = {"soft", "hard"};
    static const char *const choices[] = {"sample", "argmax"};
    int hard = 0, choice = 0;
    if (!value_choice(arena, a, OPTION_ATTENTION, attentions, 2, &hard, error) ||
        !value_choice(arena, a, OPTION_HARD, choices, 2, &choice, error))
        return false;
    if (!option_is_of(OPTION_ATTENTION, a->command))
        hard = 1;
    if (a->given[OPTION_HARD] && !hard)
        return fail_usage(error, "--hard says what hard attention takes: it goes with --attention "
                                 "hard");
    *taking = !hard ? TAKE_MEAN : choice ? TAKE_LARGEST : TAKE_DRAWN;
    return true;
}

static bool read_numbers(const Arguments *a, TranslatingSettings *s, Error *error)
{
    return sentences_read_sample(a, &s->sample, error) &&
           sentences_read_longest(a, &s->longest, error) &&
           value_whole(a, OPTION_STEP, 1, LONGEST_TRANSLATION, &s->step, error) &&
           value_seed(a, OPTION_SEED, &s->choice.seed, error);
}

static bool is_drawn(const TranslatingSettings *s)
{
    return translator_is_drawn(&s->choice) || s->taking == TAKE_DRAWN;
}

bool translating_settings_read(Arena *arena, const Arguments *a, TranslatingSettings *s,
                               Error *error)
{
    *s = (TranslatingSettings){.source = a->value[OPTION_SOURCE],
                               .target = a->value[OPTION_TARGET],
                               .choice = {.weights = a->value[OPTION_WEIGHTS]}};
    if (!read_numbers(a, s, error) || !read_taking(arena, a, &s->taking, error))
        return false;
    if (a->given[OPTION_SEED] && !is_drawn(s))
        return fail_usage(error, "--seed draws random weights, or what hard attention takes: "
                                 "neither is drawn here");
    return true;
}

const char *translating_seed(Arena *arena, const TranslatingSettings *s)
{
    return is_drawn(s) ? arena_format(arena, "%ju", (uintmax_t)s->choice.seed) : NULL;
}

/* ---- translating ---- */

Sentence translating_choose(Arena *arena, const TranslatingSettings *s,
                            const KnownTranslator *known, const Sentence *source)
{
    int longest = sentences_longest(s->longest, source);
    int *words = arena_alloc(arena, (size_t)longest, sizeof *words);
    TranslationTask task = {.source = source->words,
                            .source_length = source->length,
                            .target_length = longest,
                            .taking = s->taking,
                            .seed = s->choice.seed};
    int length = translated_words(&known->translator, &task, words);
    return sentence_chosen(arena, &known->target, words, length, known->translator.end);
}

TranslationTask translating_task(Arena *arena, const TranslatingSettings *s,
                                 const KnownTranslator *known, const Sentence *source,
                                 const Sentence *target)
{
    return (TranslationTask){.source = source->words,
                             .source_length = source->length,
                             .target = target->words,
                             .target_length = target->length,
                             .taking = s->taking,
                             .seed = s->choice.seed,
                             .likely = MOST_LIKELY,
                             .source_labels = source->labels,
                             .target_labels = target->labels,
                             .source_vocabulary = sentences_visible_words(arena, &known->source),
                             .vocabulary = sentences_visible_words(arena, &known->target)};
}

Translated translating_translate(Graph *g, const TranslatingSettings *s,
                                 const KnownTranslator *known, const Sentence *source,
                                 const Sentence *asked)
{
    Translated t = {.graph = g, .forced = asked != NULL};
    t.target = asked ? *asked : translating_choose(g->arena, s, known, source);
    t.task = translating_task(g->arena, s, known, source, &t.target);
    graph_name(g);
    t.translation = translate_aligned(scope_of(g), &known->translator, &t.task);
    return t;
}

/* ---- the trace of one translator ---- */

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
                                  .recipe = known->recipe,
                                  .score = known->score};
    return trace_translation(t->graph, &known->translator, &t->task, &subject);
}

bool translating_run(const Run *run, const TranslatingSettings *s, Error *error)
{
    Arena *arena = run->arena;
    OutputSettings output;
    KnownTranslator known;
    Sentence source, asked;
    Text warnings = text_new(arena);
    if (!output_settings_read(arena, run->arguments, &output, error))
        return false;
    if (s->sample) {
        sentences_print_sample(arena, s->sample);
        return true;
    }
    if (!translator_find(arena, &s->choice, &known, error) ||
        !sentence_read_source(arena, s->source, &known.source, &source, error) ||
        (s->target && !sentence_read_target(arena, s->target, &known.target, known.translator.end,
                                            &asked, error)))
        return false;
    Translated *t = arena_alloc(arena, 1, sizeof *t);
    *t = translating_translate(graph_new(arena), s, &known, &source, s->target ? &asked : NULL);
    if (s->step > t->target.length)
        return fail_usage(error, "--step %d: the translation has %d steps", s->step,
                          t->target.length);
    sentence_warn_if_cut("the translation", &t->target, known.translator.end, &warnings);
    return output_trace(arena, &output, translating_narrate(run, s, &known, &source, t), &warnings,
                        error);
}
