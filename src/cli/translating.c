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

static Sentence words_of(Arena *arena, const KnownTranslator *known, const Translation *t)
{
    int *words = arena_alloc(arena, (size_t)t->length, sizeof *words);
    for (int i = 0; i < t->length; i++)
        words[i] = t->words[i].word;
    return sentence_chosen(arena, &known->target, words, t->length, known->translator.end);
}

Translated translating_translate(Graph *g, const TranslatingSettings *s,
                                 const KnownTranslator *known, const Sentence *source,
                                 const Sentence *asked, int likely)
{
    Translated t = {.graph = g, .forced = asked != NULL};
    t.nodes = translator_nodes(g, &known->translator, false);
    t.nodes.aligner.taking = s->taking;
    t.nodes.aligner.seed = s->choice.seed;
    t.translation = translate(g, &t.nodes, source->words, source->length,
                              asked ? asked->length : sentences_longest(s->longest, source),
                              asked ? asked->words : NULL);
    t.target = asked ? *asked : words_of(g->arena, known, &t.translation);
    t.summary = translation_summary(g, &t.translation, likely);
    return t;
}

/* ---- the trace of one translator ---- */

Trace *translating_narrate(const Run *run, const TranslatingSettings *s,
                           const KnownTranslator *known, const Sentence *source,
                           const Translated *t)
{
    Arena *arena = run->arena;
    const Sentence *target = &t->target;
    TranslationSubject *subject = arena_alloc(arena, 1, sizeof *subject);
    *subject = (TranslationSubject){.argc = run->argc,
                                    .argv = run->argv,
                                    .source = sentence_shown(source),
                                    .target = sentence_shown(target),
                                    .vocabulary = sentences_visible_words(arena, &known->target),
                                    .forced = t->forced,
                                    .whole = s->step - 1,
                                    .seed = translating_seed(arena, s),
                                    .recipe = known->recipe,
                                    .score = known->score};
    return narrate_translation(arena, &t->nodes, &t->translation, &t->summary, subject);
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
    *t = translating_translate(graph_new(arena), s, &known, &source, s->target ? &asked : NULL,
                               MOST_LIKELY);
    if (s->step > t->target.length)
        return fail_usage(error, "--step %d: the translation has %d steps", s->step,
                          t->target.length);
    sentence_warn_if_cut("the translation", &t->target, known.translator.end, &warnings);
    return output_trace(arena, &output, translating_narrate(run, s, &known, &source, t), &warnings,
                        error);
}
