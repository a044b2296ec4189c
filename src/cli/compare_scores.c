#include "cli/translating.h"
#include "model/translator.h"
#include "trace/score_comparison.h"

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

typedef struct Settings {
    OutputSettings output;
    TranslatingSettings translating;
} Settings;

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
    Graph *graph;
    Sentence source, target;
    bool forced;
    const char *origin;
    Node *alignments[COMPARED];
} ScoreComparison;

/* The first model reads the words of the options, and chooses those of the translation. */
static bool begin(const Run *run, TranslatingSettings s, const KnownModel *known,
                  ScoreComparison *c, Error *error)
{
    if (!sentences_read(run->arena, &s, &known->words, &c->source, &c->target, error))
        return false;
    s.taking = TAKE_MEAN;
    c->forced = c->target.length > 0;
    if (!c->forced)
        c->target = translating_choose(run->arena, &s, known, &c->source);
    c->origin = known->model.parameters->origin;
    sentence_warn_if_cut(run, "the translation", &c->target, known->words.end);
    return true;
}

static void align_with(Arena *arena, TranslatingSettings s, const KnownModel *known, int i,
                       ScoreComparison *c)
{
    Sentence source = sentence_renumbered(arena, &known->words.source, c->source);
    Sentence target = sentence_renumbered(arena, &known->words.target, c->target);
    s.taking = compared[i].hard ? s.taking : TAKE_MEAN;
    TranslationTask *task = arena_alloc(arena, 1, sizeof *task);
    *task = translating_task(arena, &s, known, &source, &target);
    Scope scope = within(scope_of(c->graph), names[i], "", 0);
    scope.number = i + 1;
    c->alignments[i] = compared_alignment(scope, &known->model, task,
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

static bool run_compare_scores(const Run *run, Trace **trace, Error *error)
{
    TranslatingSettings s = ((const Settings *)run->settings)->translating;
    ScoreComparison *c = arena_alloc(run->arena, 1, sizeof *c);
    c->graph = graph_new(run->arena);
    graph_name(c->graph);
    s.step = 1;
    if (s.sample)
        return sentences_print_sample(run->arena, s.sample);
    if (!check_weights(s.weights, error))
        return false;
    for (int i = 0; i < COMPARED; i++) {
        KnownModel *known = arena_alloc(run->arena, 1, sizeof *known);
        s.kind = compared[i].kind;
        if (!model_find(run->arena, &s, known, error) ||
            (i == 0 && !begin(run, s, known, c, error)))
            return false;
        align_with(run->arena, s, known, i, c);
    }
    *trace = trace_of(run, &s, c);
    return true;
}

const Command compare_scores_command = {
    .title = "attnviz compare-scores",
    .summary = "One translation seen by all alignment models side by side.",
    .examples = {{"attnviz compare-scores --source \"the red car works\"",
                  "A panel for each, and a table of where each word looks."}},
    .options = {{&sentence_options, offsetof(Settings, translating)},
                {&hard_options, offsetof(Settings, translating)},
                {&output_options, 0}},
    .settings_size = sizeof(Settings),
    .run = run_compare_scores,
};
