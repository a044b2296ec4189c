#include "cli/settings.h"

/* Of the trained models; the words are those that the second chooses. */
static const char *const derived_titles[TRAINED_MODELS] = {"no attention", "Bahdanau",
                                                           "transformer"};

/* Whether trained models are asked for, not random networks. */
static bool is_of_models(const Run *run)
{
    return is_given(run, "source") || is_given(run, "target") || is_given(run, "models") ||
           is_given(run, "max-steps");
}

bool check_gradient_options(const Run *run, Error *error)
{
    for (const Option *o = gradients_options.rows; o->name && is_of_models(run); o++)
        if (is_given(run, o->name) && strcmp(o->name, "models") != 0)
            return fail_usage(error, "--%s is of random networks: it does not go with a sentence",
                              o->name);
    return true;
}

/* ---- trained models ---- */

/* All that is derived, in one graph. */
typedef struct Derived {
    TracedSentence source, target;
    int count;
    const char *names[TRAINED_MODELS + 1], *titles[TRAINED_MODELS + 1];
    Node *matrices[TRAINED_MODELS + 1];
} Derived;

static void add_column(Derived *d, const char *name, const char *title, Node *matrix)
{
    d->names[d->count] = name;
    d->titles[d->count] = title;
    d->matrices[d->count++] = matrix;
}

static void derive_model(Graph *g, const KnownModel *known, int model, Derived *d)
{
    const char *title = derived_titles[model];
    Scope s = within(scope_of(g), trained_kinds[model], arena_format(g->arena, ", %s", title), 0);
    const Translated *t = translating_translate(s, known, &d->source, &d->target);
    add_column(d, trained_kinds[model], title, translating_gradients(s, t));
}

/* The words are those of the options, or those that Bahdanau's translator chooses. */
static Trace *derive_models(const Run *run, Error *error)
{
    TranslatingSettings s = run->settings->translating;
    const bool *models = run->settings->comparison.models;
    KnownModel *known = arena_alloc(run->arena, TRAINED_MODELS, sizeof *known);
    Derived *d = arena_alloc(run->arena, 1, sizeof *d);
    s.weights = "built-in";
    for (int m = 0; m < TRAINED_MODELS; m++)
        if (!model_find(run->arena, &s, trained_kinds[m], &known[m], error))
            return NULL;
    const KnownModel *first = &known[TRAINED_BAHDANAU];
    if (!source_read(first, false, &d->source, error) ||
        !target_read(run, "the translation", first, &d->source, &d->target, error))
        return NULL;
    for (int m = 0; m < TRAINED_MODELS; m++)
        if (models[m])
            derive_model(run->graph, &known[m], m, d);
    const char *titles = join_strings(run->arena, d->titles, d->count, ", ", ", ");
    if (models[TRAINED_BAHDANAU])
        add_column(d, "weights", "weights",
                   node_within(scope_of(run->graph), "bahdanau/alignment"));
    named_looks(scope_of(run->graph), "strongest", "The source word that counts most",
                label_axis("by", d->names, d->count), d->matrices);
    Trace *t = trace_begin(run->graph);
    add_text(t, d->source.text);
    add_text(t, d->target.text);
    add_setting(t, "models", titles, false);
    add_setting(t, "target", s.target ? "given" : "chosen", false);
    add_origin(t, &(Origin){.weights = first->model.parameters->origin});
    trace_tell(t, word_gradients_list);
    trace_places(t, "strongest", writing_of(run->graph, *d->matrices)->cols);
    sentence_judge(t, "the translation", first, &d->source, &d->target);
    return t;
}

/* ---- random networks ---- */

static void add_settings(Trace *t, const Run *run, const FlowSettings *s)
{
    enum { DIGITS = 3 };
    const char **gains = arena_alloc(t->arena, (size_t)s->gains.count, sizeof *gains);
    for (int i = 0; i < s->gains.count; i++)
        gains[i] = digits_text(t->arena, s->gains.decimals[i], GAIN_DIGITS);
    add_setting(t, "cell", argument_named(run->arguments, "cell")->value, false);
    add_setting(t, "gain", join_strings(t->arena, gains, s->gains.count, ",", ","), false);
    add_number_setting(t, "length", s->length);
    add_number_setting(t, "units", s->units);
    add_setting(t, "input", digits_text(t->arena, s->deviation, DIGITS), false);
    if (s->kind == CELL_GRU)
        add_setting(t, "gate bias", digits_text(t->arena, s->gate_bias, DIGITS), false);
    add_setting(t, "clip", s->clip > 0 ? digits_text(t->arena, s->clip, DIGITS) : NULL, false);
    add_origin(t, &(Origin){.weights = "random, not learned", .seed = &s->seed});
}

/* So many that the smallest factor has two digits that are not 0: 0.0016. */
static int decimals_of_factors(const Node *factor)
{
    enum { MOST_DECIMALS = 9 };
    double least = 1;
    int decimals = 1;
    for (int i = 0; i < rows_of(factor); i++)
        least = fmin(least, (double)factor->value.data[i]);
    for (; least < 1 && decimals < MOST_DECIMALS; decimals++)
        least *= 10;
    return decimals;
}

Trace *gradients_command(const Run *run, Error *error)
{
    const FlowSettings *flow = &run->settings->flow;
    if (is_of_models(run))
        return derive_models(run, error);
    gradient_flow(scope_of(run->graph), flow);
    int distance, beyond = gradient_flow_overflow(run->graph, &distance);
    if (beyond >= 0)
        return fail(error,
                    "--gain %g: at distance %d the gradient is beyond the range of float32; take a "
                    "smaller gain or --length",
                    flow->gains.decimals[beyond], distance),
               NULL;
    Trace *t = trace_begin(run->graph);
    add_settings(t, run, flow);
    trace_tell(t, gradient_flow_list);
    if (flow->clip > 0)
        trace_step_edited(t, "clipped")->decimals =
            decimals_of_factors(name_find(run->graph, "clipped/factor")->node);
    return t;
}
