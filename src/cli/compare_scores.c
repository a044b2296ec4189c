#include "cli/settings.h"
#include "model/translator.h"
#include "trace/traces.h"

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

/* All that is compared, in one graph. */
typedef struct ScoreComparison {
    TracedSentence source, target;
    bool forced;
    const char *origin;
    Node *alignments[COMPARED];
} ScoreComparison;

/* The first model reads the words of the options, and chooses those of the translation. */
static bool begin(const Run *run, const KnownModel *known, ScoreComparison *c, Error *error)
{
    if (!sentences_read(known, &c->source, &c->target, error))
        return false;
    c->forced = c->target.text.token_count > 0;
    if (!c->forced)
        c->target = translating_choose(known, &c->source);
    c->origin = known->model.parameters->origin;
    sentence_warn_if_cut(run, "the translation", &c->target, known);
    return true;
}

static void align_with(Graph *g, const KnownModel *known, int i, ScoreComparison *c)
{
    TranslationTask *task = arena_alloc(g->arena, 1, sizeof *task);
    *task = translating_task(known, &c->source, &c->target);
    Scope scope = within(scope_of(g), names[i], "", 0);
    scope.number = i + 1;
    c->alignments[i] = compared_alignment(scope, &known->model, task,
                                          arena_format(g->arena, "Alignment: %s", titles[i]));
}

static Trace *trace_of(const Run *run, const TranslatingSettings *s, const ScoreComparison *c)
{
    ScoreSubject subject = {.count = COMPARED,
                            .names = names,
                            .titles = titles,
                            .source = c->source.text,
                            .target = c->target.text,
                            .origin = c->origin,
                            .forced = c->forced,
                            .seed = translating_seed(run->arena, s)};
    compared_looks(scope_of(run->graph), c->alignments, names, COMPARED);
    return trace_score_comparison(run->graph, &subject);
}

static Trace *run_compare_scores(const Run *run, Error *error)
{
    const TranslatingSettings *asked = &run->settings->translating;
    ScoreComparison *c = arena_alloc(run->arena, 1, sizeof *c);
    if (!check_weights(asked->weights, error))
        return NULL;
    for (int i = 0; i < COMPARED; i++) {
        KnownModel *known = arena_alloc(run->arena, 1, sizeof *known);
        TranslatingSettings s = *asked;
        s.taking = compared[i].hard ? s.taking : TAKE_MEAN;
        if (!model_find(run->arena, &s, compared[i].kind, known, error) ||
            (i == 0 && !begin(run, known, c, error)))
            return NULL;
        align_with(run->graph, known, i, c);
    }
    return trace_of(run, asked, c);
}

const Command compare_scores_command = {
    .title = "attnviz compare-scores",
    .summary = "One translation seen by all alignment models side by side.",
    .examples = {{"attnviz compare-scores --source \"the red car works\"",
                  "A panel for each, and a table of where each word looks."}},
    .options = {&sentence_options, &hard_options, &output_options},
    .run = run_compare_scores,
};
