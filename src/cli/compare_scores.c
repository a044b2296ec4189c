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
    KnownModel *known = arena_alloc(arena, COMPARED, sizeof *known);
    TranslationTask *tasks = arena_alloc(arena, COMPARED, sizeof *tasks);
    TracedSentence source, target;
    Node *alignments[COMPARED];
    if (!check_weights(asked->weights, error))
        return NULL;
    for (int i = 0; i < COMPARED; i++) {
        TranslatingSettings s = *asked;
        s.taking = i == HARD ? s.taking : TAKE_MEAN;
        if (!model_find(arena, &s, kinds[i], &known[i], error))
            return NULL;
    }
    if (!source_read(known, &source, error) ||
        !target_read(run, "the translation", known, &source, &target, error))
        return NULL;
    for (int i = 0; i < COMPARED; i++) {
        tasks[i] = translating_task(&known[i], &source, &target);
        Scope its = within(scope, names[i], "", 0);
        its.number = i + 1;
        alignments[i] = compared_alignment(its, &known[i].model, &tasks[i],
                                           arena_format(arena, "Alignment: %s", titles[i]));
    }
    named_looks(scope, "looks", "Where each output word looks most",
                label_axis("score", names, COMPARED), alignments);
    Trace *t = trace_score_comparison(run->graph,
                                      &(ScoreSubject){.count = COMPARED,
                                                      .names = names,
                                                      .source = source.text,
                                                      .target = target.text,
                                                      .origin = known->model.parameters->origin,
                                                      .forced = asked->target,
                                                      .seed = translating_seed(arena, asked)});
    sentence_judge(t, "the translation", known, &source, &target);
    return t;
}

const Command compare_scores_command = {
    .title = "attnviz compare-scores",
    .options = {&sentence_options, &hard_options, &output_options},
    .run = run_compare_scores,
};
