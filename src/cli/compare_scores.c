#include "cli/settings.h"

/* The first translates; the others go on with its words. */
enum { HARD = 6, COMPARED };

static const char *const kinds[COMPARED] = {"bahdanau", "dot",     "general", "concat",
                                            "local-m",  "local-p", "bahdanau"};

/* How they are called. */
static const char *const names[COMPARED] = {"additive", "dot",     "general",      "concat",
                                            "local-m",  "local-p", [HARD] = "hard"};
static const char *const titles[COMPARED] = {
    "additive",          "dot",           "general", "concat", "local, monotonic",
    "local, predictive", "additive, hard"};

static bool check_weights(const char *weights, Error *error)
{
    return weights_are_builtin(weights) || weights_are_random(weights) ||
           fail_usage(error,
                      "--weights %s: a file holds one translator, and %d are compared: "
                      "built-in or random",
                      weights, COMPARED);
}

/* All that is compared is in one graph. */
static Trace *run_compare_scores(const Run *run, Error *error)
{
    const TranslatingSettings *asked = &run->settings->translating;
    Arena *arena = run->arena;
    Scope scope = scope_of(run->graph);
    ScoreSubject subject = {.count = COMPARED,
                            .names = names,
                            .forced = asked->target,
                            .seed = translating_seed(arena, asked)};
    TracedSentence source, target;
    const KnownModel *first = NULL;
    Node *alignments[COMPARED];
    if (!check_weights(asked->weights, error))
        return NULL;
    for (int i = 0; i < COMPARED; i++) {
        KnownModel *known = arena_alloc(arena, 1, sizeof *known);
        TranslationTask *task = arena_alloc(arena, 1, sizeof *task);
        TranslatingSettings s = *asked;
        s.taking = i == HARD ? s.taking : TAKE_MEAN;
        if (!model_find(arena, &s, kinds[i], known, error) ||
            (i == 0 && (!source_read(known, &source, error) ||
                        !target_read(run, "the translation", known, &source, &target, error))))
            return NULL;
        first = i ? first : known;
        *task = translating_task(known, &source, &target);
        Scope its = within(scope, names[i], "", 0);
        its.number = i + 1;
        alignments[i] = compared_alignment(its, &known->model, task,
                                           arena_format(arena, "Alignment: %s", titles[i]));
    }
    subject.origin = first->model.parameters->origin;
    subject.source = source.text;
    subject.target = target.text;
    compared_looks(scope, alignments, names, COMPARED);
    Trace *t = trace_score_comparison(run->graph, &subject);
    sentence_judge(t, "the translation", first, &source, &target);
    return t;
}

const Command compare_scores_command = {
    .title = "attnviz compare-scores",
    .summary = "One translation seen by all alignment models side by side.",
    .options = {&sentence_options, &hard_options, &output_options},
    .run = run_compare_scores,
};
