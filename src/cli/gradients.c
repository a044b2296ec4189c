#include "base/number.h"
#include "cli/settings.h"
#include "trace/traces.h"

#include <string.h>

enum { MOST_GAINS = 8 };

/* Trained models; the words are those that the second chooses. */
enum { BY_FIXED, BY_BAHDANAU, BY_TRANSFORMER, DERIVED };

static const char *const derived_kinds[DERIVED] = {"fixed", "bahdanau", "transformer"};
static const char *const derived_titles[DERIVED] = {"no attention", "Bahdanau", "transformer"};

typedef struct Own {
    Settings shared;
    FlowSettings flow;
    Decimals gains;
    bool models[DERIVED];
} Own;

static const char *derived_kind(int index)
{
    return index < DERIVED ? derived_kinds[index] : NULL;
}

static const Option own_rows[] = {
    {"seed", 'S', "N", "1", "draws random weights", OPTION_SEED, .at = offsetof(Own, flow.seed)},
    {"length", 0, "T", "30", "how many words are read, 2 to 500", OPTION_WHOLE,
     .at = offsetof(Own, flow.length), .range = {2, 500}},
    {"cell", 0, "KIND", "rnn", "rnn (tanh) or gru", OPTION_CHOICE, .at = offsetof(Own, flow.kind),
     .words = "rnn gru"},
    {"gain", 0, "LIST", "0.5,1,1.5", "U is a gain times an orthogonal matrix", OPTION_DECIMALS,
     .at = offsetof(Own, gains), .range = {0.001, 1000}, .count = MOST_GAINS, .what = "gains"},
    {"gate-bias", 0, "B", "-2", "of a gru's update gate; -2: nearly closed", OPTION_DECIMAL,
     .at = offsetof(Own, flow.gate_bias), .range = {-20, 20}},
    {"input", 0, "S", "0.01", "standard deviation of the inputs", OPTION_DECIMAL,
     .at = offsetof(Own, flow.deviation), .range = {0, 10}},
    {"dim", 'd', "N", "32", "units of a state, 1 to 128", OPTION_WHOLE,
     .at = offsetof(Own, flow.units), .range = {1, 128}},
    {"clip", 0, "C", NULL, "clip a loss's gradient to this norm", OPTION_DECIMAL,
     .at = offsetof(Own, flow.clip), .range = {0.001, 1000}},
    {"models", 0, "LIST", "fixed,bahdanau,transformer", "with --source: trained translators",
     OPTION_CHOICES, .at = offsetof(Own, models), .names = derived_kind},
    {0},
};

/* Whether trained models are asked for, not random networks. */
static bool is_of_models(const Run *run)
{
    return is_given(run, "source") || is_given(run, "target") || is_given(run, "models") ||
           is_given(run, "max-steps") || is_given(run, "sample");
}

static bool check_networks(const Run *run, Error *error)
{
    for (const Option *o = own_rows; strcmp(o->name, "models") != 0; o++)
        if (is_given(run, o->name))
            return fail_usage(error, "--%s is of random networks: it does not go with a sentence",
                              o->name);
    return true;
}

/* Columns of one name could not be told apart. */
static bool check_different(const Decimals *gains, Error *error)
{
    char told[MOST_GAINS][NUMBER_SIZE];
    for (int i = 0; i < gains->count; i++) {
        number_digits(told[i], gains->items[i], GAIN_DIGITS);
        for (int k = 0; k < i; k++)
            if (!strcmp(told[k], told[i]))
                return fail_usage(error, "--gain: %s is given twice, to %d digits", told[i],
                                  GAIN_DIGITS);
    }
    return true;
}

static bool check(const Run *run, Error *error)
{
    const Own *s = (const Own *)run->settings;
    if (is_of_models(run))
        return check_networks(run, error);
    if (is_given(run, "gate-bias") && s->flow.kind != CELL_GRU)
        return fail_usage(error, "--gate-bias is of a gate: it goes with --cell gru");
    return check_different(&s->gains, error);
}

static const OptionList own_options = {.rows = own_rows, .check = check};

static bool check_range(const GradientFlow *flow, Error *error)
{
    int distance, gain = gradient_flow_overflow(flow, &distance);
    if (gain < 0)
        return true;
    return fail(error,
                "--gain %g: at distance %d the gradient is beyond the range of float32; take a "
                "smaller gain or --length",
                flow->gains[gain], distance);
}

/* ---- trained models ---- */

/* All that is derived, in one graph. */
typedef struct Derived {
    KnownModel first; /* whose words are read and chosen */
    NumberedSentence source, target;
    int count;
    const char *names[DERIVED + 1], *titles[DERIVED + 1];
    Node *matrices[DERIVED + 1];
} Derived;

static void add_column(Derived *d, const char *name, const char *title, Node *matrix)
{
    d->names[d->count] = name;
    d->titles[d->count] = title;
    d->matrices[d->count++] = matrix;
}

static Node *step_in(Scope s, const char *id)
{
    return name_find(s.graph, arena_format(s.graph->arena, "%s%s", s.path, id))->node;
}

static bool derive_model(const Run *run, TranslatingSettings s, int model, Derived *d, Error *error)
{
    Arena *arena = run->arena;
    KnownModel *known = arena_alloc(arena, 1, sizeof *known);
    s.kind = derived_kinds[model];
    if (!model_find(arena, &s, known, error))
        return false;
    NumberedSentence source = sentence_renumbered(arena, &known->words.source, d->source);
    NumberedSentence target = sentence_renumbered(arena, &known->words.target, d->target);
    Scope scope =
        within(scope_of(run->graph), s.kind, arena_format(arena, ", %s", derived_titles[model]), 0);
    const Translated *t = translating_translate(scope, &s, known, &source, &target);
    bool is_transformer = model == BY_TRANSFORMER, attends = model == BY_BAHDANAU;
    ScoredWords words = {.length = target.length,
                         .words = target.words,
                         .x = step_in(scope, is_transformer ? "source/words" : "source"),
                         .scores = is_transformer ? t->by_transformer.scores : NULL,
                         .translation = attends ? &t->by_translator : NULL,
                         .written = label_axis("output word", target.labels, target.length),
                         .read = label_axis("source word", source.labels, source.length)};
    add_column(d, s.kind, derived_titles[model], word_gradients(scope, &words));
    return true;
}

static bool run_models(const Run *run, const Own *o, Trace **trace, Error *error)
{
    TranslatingSettings s = o->shared.translating;
    Derived *d = arena_alloc(run->arena, 1, sizeof *d);
    if (s.sample)
        return sentences_print_sample(run->arena, s.sample);
    s.weights = "built-in";
    s.kind = derived_kinds[BY_BAHDANAU];
    if (!model_find(run->arena, &s, &d->first, error) ||
        !sentences_read(run->arena, &s, &d->first.words, &d->source, &d->target, error))
        return false;
    GradientsSubject subject = {.forced = d->target.length > 0};
    if (!subject.forced)
        d->target = translating_choose(run->arena, &s, &d->first, &d->source);
    sentence_warn_if_cut(run, "the translation", &d->target, d->first.words.end);
    for (int m = 0; m < DERIVED; m++)
        if (o->models[m] && !derive_model(run, s, m, d, error))
            return false;
    subject.count = d->count;
    subject.names = d->names;
    subject.titles = d->titles;
    subject.source = d->source.shown;
    subject.target = d->target.shown;
    subject.origin = d->first.model.parameters->origin;
    if (o->models[BY_BAHDANAU])
        add_column(d, "weights", "weights", name_find(run->graph, "bahdanau/alignment")->node);
    strongest_places(scope_of(run->graph), d->matrices, d->names, d->count);
    *trace = trace_word_gradients(run->graph, &subject);
    return true;
}

/* ---- random networks ---- */

static bool run_gradients(const Run *run, Trace **trace, Error *error)
{
    Arena *arena = run->arena;
    const Own *s = (const Own *)run->settings;
    if (is_of_models(run))
        return run_models(run, s, trace, error);
    GradientFlow *flow = arena_alloc(arena, 1, sizeof *flow);
    *flow = gradient_flow(scope_of(run->graph), s->flow, s->gains.items, s->gains.count);
    if (!check_range(flow, error))
        return false;
    *trace = trace_gradient_flow(run->graph, flow);
    return true;
}

const Command gradients_command = {
    .title = "attnviz gradients",
    .summary = "Gradients through time: they vanish, hold or explode.",
    .examples = {{"attnviz gradients --length 30 --gain 0.5,1,1.5",
                  "The norm of a gradient by how far it went back."},
                 {"attnviz gradients --cell gru --clip 1",
                  "What gates change, and a gradient clipped to norm 1."},
                 {"attnviz gradients --source \"the european economic area\"",
                  "Which words a score moves with, with attention and without."}},
    .options = {&own_options, &sentence_options, &output_options},
    .settings_size = sizeof(Own),
    .run = run_gradients,
};
