#include "cli/settings.h"

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
                            .titles = titles,
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
        s.taking = compared[i].hard ? s.taking : TAKE_MEAN;
        if (!model_find(arena, &s, compared[i].kind, known, error) ||
            (i == 0 && !translating_read(run, known, &source, &target, &subject.forced, error)))
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
    named_looks(scope, "looks", "Where each output word looks most",
                label_axis("score", names, COMPARED), alignments);
    Trace *t = trace_score_comparison(run->graph, &subject);
    sentence_judge(t, "the translation", first, &source, &target);
    return t;
}

const Command compare_scores_command = {
    .title = "attnviz compare-scores",
    .summary = "One translation seen by all alignment models side by side.",
    .examples = {{"attnviz compare-scores --source \"the red car works\"",
                  "A panel for each, and a table of where each word looks."}},
    .options = {&sentence_options, &hard_options, &output_options},
    .run = run_compare_scores,
};
