#include "cli/translating.h"
#include "trace/score_comparison.h"

/* The first translates; the others go on with its words. */
static const struct {
    const char *kind, *name, *title, *formula;
    bool hard;
} compared[] = {
    {"bahdanau", "additive", "additive", "softmax(v_aᵀ tanh(W_a s_{i−1} + U_a h_j))", false},
    {"dot", "dot", "dot", "softmax(s_iᵀ h_j)", false},
    {"general", "general", "general", "softmax(s_iᵀ W_a h_j)", false},
    {"concat", "concat", "concat", "softmax(v_aᵀ tanh(W_a[s_i ; h_j]))", false},
    {"local-m", "local-m", "local, monotonic", "softmax(s_iᵀ W_a h_j + M_{ij})", false},
    {"local-p", "local-p", "local, predictive",
     "softmax(s_iᵀ W_a h_j + M_{ij}) · exp(−(j − p_i)²/2σ²)", false},
    {"bahdanau", "hard", "additive, hard",
     "one place j of softmax(v_aᵀ tanh(W_a s_{i−1} + U_a h_j))", true},
};

enum { COMPARED = sizeof compared / sizeof *compared };

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
    ComparedScore scores[COMPARED];
    TranslationSummary summaries[COMPARED];
    const Trace *alone[COMPARED];
} ScoreComparison;

/* The first model reads the words of the options, and chooses those of the translation. */
static bool begin(const Run *run, TranslatingSettings s, const KnownTranslator *known,
                  ScoreComparison *c, Error *error)
{
    if (!sentences_read(run->arena, &s, &known->words, &c->source, &c->target, error))
        return false;
    s.taking = TAKE_MEAN;
    c->forced = c->target.length > 0;
    if (!c->forced)
        c->target = translating_translate(c->graph, &s, known, &c->source, &c->target)->target;
    sentence_warn_if_cut(run, "the translation", &c->target, known->words.end);
    return true;
}

static void align_with(const Run *run, TranslatingSettings s, const KnownTranslator *known, int i,
                       ScoreComparison *c)
{
    Sentence source = sentence_renumbered(run->arena, &known->words.source, c->source);
    Sentence target = sentence_renumbered(run->arena, &known->words.target, c->target);
    const Translator *translator = &known->loaded.translator;
    s.taking = compared[i].hard ? s.taking : TAKE_MEAN;
    const Translated *t = translating_translate(c->graph, &s, known, &source, &target);
    c->summaries[i] = t->summary;
    c->alone[i] = translating_narrate(run, &s, known, &source, t);
    bool sums = translator->kind->reach != REACH_PREDICTIVE;
    c->scores[i] = (ComparedScore){.name = compared[i].name,
                                   .title = compared[i].title,
                                   .formula = compared[i].formula,
                                   .origin = translator->origin,
                                   .kind = sums ? VALUE_PROBABILITY : VALUE_FRACTION};
}

static Trace *narrate(const Run *run, const TranslatingSettings *s, const ScoreComparison *c)
{
    const Sentence *source = &c->source, *target = &c->target;
    ScoreSubject *subject = arena_alloc(run->arena, 1, sizeof *subject);
    *subject = (ScoreSubject){.argc = run->argc,
                              .argv = run->argv,
                              .source = sentence_shown(source),
                              .target = sentence_shown(target),
                              .source_length = source->length,
                              .target_length = target->length,
                              .forced = c->forced,
                              .alone = c->alone,
                              .seed = translating_seed(run->arena, s)};
    return narrate_score_comparison(run->arena, c->scores, c->summaries, COMPARED,
                                    looks_side_by_side(c->graph, c->summaries, COMPARED), subject);
}

static bool run_compare_scores(const Run *run, Trace **trace, Error *error)
{
    TranslatingSettings s = ((const Settings *)run->settings)->translating;
    ScoreComparison *c = arena_alloc(run->arena, 1, sizeof *c);
    c->graph = graph_new(run->arena);
    s.step = 1;
    if (s.sample)
        return sentences_print_sample(run->arena, s.sample);
    if (!check_weights(s.weights, error))
        return false;
    for (int i = 0; i < COMPARED; i++) {
        KnownTranslator *known = arena_alloc(run->arena, 1, sizeof *known);
        s.kind = compared[i].kind;
        if (!translator_find(run->arena, &s, known, error) ||
            (i == 0 && !begin(run, s, known, c, error)))
            return false;
        align_with(run, s, known, i, c);
    }
    *trace = narrate(run, &s, c);
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
