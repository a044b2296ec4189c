#include "cli/compare_scores.h"

#include "cli/output.h"
#include "cli/translating.h"
#include "trace/score_comparison.h"

#include <string.h>

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
static bool begin(Arena *arena, const TranslatingSettings *s, const KnownTranslator *known,
                  ScoreComparison *c, Error *error)
{
    TranslatingSettings own = *s;
    own.taking = TAKE_MEAN;
    c->forced = s->target != NULL;
    if (!sentence_read_source(arena, s->source, &known->source, &c->source, error) ||
        (c->forced && !sentence_read_target(arena, s->target, &known->target, known->translator.end,
                                            &c->target, error)))
        return false;
    if (!c->forced)
        c->target = translating_translate(c->graph, &own, known, &c->source, NULL, 0).target;
    return true;
}

static void align_with(const Run *run, TranslatingSettings s, const KnownTranslator *known, int i,
                       ScoreComparison *c)
{
    Arena *arena = run->arena;
    Sentence source = sentence_renumbered(arena, &known->source, c->source);
    Sentence target = sentence_renumbered(arena, &known->target, c->target);
    s.taking = compared[i].hard ? s.taking : TAKE_MEAN;
    Translated *t = arena_alloc(arena, 1, sizeof *t);
    *t = translating_translate(c->graph, &s, known, &source, &target, MOST_LIKELY);
    c->summaries[i] = t->summary;
    c->alone[i] = translating_narrate(run, &s, known, &source, t);
    bool sums = known->translator.kind->reach != REACH_PREDICTIVE;
    c->scores[i] = (ComparedScore){.name = compared[i].name,
                                   .title = compared[i].title,
                                   .formula = compared[i].formula,
                                   .origin = known->translator.origin,
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
        align_with(run, settings, known, i, c);
    }
    return output_trace(arena, &output, narrate(run, &settings, c), &warnings, error);
}
