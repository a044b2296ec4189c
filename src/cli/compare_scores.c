#include "cli/compare_scores.h"

#include "cli/output.h"
#include "cli/translating.h"
#include "model/score_comparison.h"
#include "trace/score_comparison.h"

#include <string.h>

/* The first translates; the others go on with its words. */
static const struct {
    const char *kind;
    bool hard;
} compared[] = {
    {"bahdanau", false}, {"dot", false},     {"general", false}, {"concat", false},
    {"local-m", false},  {"local-p", false}, {"bahdanau", true},
};

enum { COMPARED = sizeof compared / sizeof *compared };

/* How they are called. */
static const char *const names[COMPARED] = {"additive", "dot",     "general", "concat",
                                            "local-m",  "local-p", "hard"};
static const char *const titles[COMPARED] = {
    "additive",          "dot",           "general", "concat", "local, monotonic",
    "local, predictive", "additive, hard"};

/* All that is compared, in one graph. */
typedef struct ScoreComparison {
    Graph *graph;
    Sentence source, target;
    bool forced;
    const char *origin;
    Node *alignments[COMPARED];
} ScoreComparison;

/* The first model reads the words of the options, and chooses those of the translation. */
static bool begin(Arena *arena, const TranslatingSettings *s, const KnownTranslator *known,
                  ScoreComparison *c, Error *error)
{
    TranslatingSettings own = *s;
    own.taking = TAKE_MEAN;
    c->forced = s->target != NULL;
    c->origin = known->translator.parameters->origin;
    if (!sentence_read_source(arena, s->source, &known->source, &c->source, error) ||
        (c->forced && !sentence_read_target(arena, s->target, &known->target, known->translator.end,
                                            &c->target, error)))
        return false;
    if (!c->forced)
        c->target = translating_choose(arena, &own, known, &c->source);
    return true;
}

static void align_with(Arena *arena, TranslatingSettings s, const KnownTranslator *known, int i,
                       ScoreComparison *c)
{
    Sentence source = sentence_renumbered(arena, &known->source, c->source);
    Sentence target = sentence_renumbered(arena, &known->target, c->target);
    s.taking = compared[i].hard ? s.taking : TAKE_MEAN;
    TranslationTask *task = arena_alloc(arena, 1, sizeof *task);
    *task = translating_task(arena, &s, known, &source, &target);
    Scope scope = within(scope_of(c->graph), names[i], "", 0);
    scope.number = i + 1;
    c->alignments[i] = compared_alignment(scope, &known->translator, task,
                                          arena_format(arena, "Alignment: %s", titles[i]));
}

static Trace *trace_of(const Run *run, const TranslatingSettings *s, const ScoreComparison *c)
{
    const Sentence *source = &c->source, *target = &c->target;
    ScoreSubject subject = {.argc = run->argc,
                            .argv = run->argv,
                            .count = COMPARED,
                            .names = names,
                            .titles = titles,
                            .source = sentence_shown(source),
                            .target = sentence_shown(target),
                            .source_length = source->length,
                            .target_length = target->length,
                            .origin = c->origin,
                            .forced = c->forced,
                            .seed = translating_seed(run->arena, s)};
    compared_looks(scope_of(c->graph), c->alignments, names, COMPARED);
    return trace_score_comparison(c->graph, &subject);
}

static bool read_settings(const Run *run, TranslatingSettings *s, Error *error)
{
    if (!translating_settings_read(run->arena, run->arguments, s, error))
        return false;
    if (strcmp(s->choice.weights, "built-in") != 0 && !translator_is_drawn(&s->choice))
        return fail_usage(error,
                          "--weights %s: a file holds one translator, and %d are compared: "
                          "built-in or random",
                          s->choice.weights, COMPARED);
    return true;
}

bool compare_scores_run(const Run *run, Error *error)
{
    Arena *arena = run->arena;
    TranslatingSettings settings;
    OutputSettings output;
    Text warnings = text_new(arena);
    ScoreComparison *c = arena_alloc(arena, 1, sizeof *c);
    c->graph = graph_new(arena);
    graph_name(c->graph);
    if (!read_settings(run, &settings, error) ||
        !output_settings_read(arena, run->arguments, &output, error))
        return false;
    for (int i = 0; i < COMPARED; i++) {
        KnownTranslator *known = arena_alloc(arena, 1, sizeof *known);
        settings.choice.kind = compared[i].kind;
        if (!translator_find(arena, &settings.choice, known, error) ||
            (i == 0 && !begin(arena, &settings, known, c, error)))
            return false;
        if (i == 0)
            sentence_warn_if_cut("the translation", &c->target, known->translator.end, &warnings);
        align_with(arena, settings, known, i, c);
    }
    return output_trace(arena, &output, trace_of(run, &settings, c), &warnings, error);
}
