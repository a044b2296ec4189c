#include "cli/settings.h"

/* Titles of the trained models; the second one chooses the words. */
static const char *const model_titles[TRAINED_MODELS] = {"no attention", "Bahdanau", "transformer"};

/* ---- trained models ---- */

/* The target is given by the options or chosen by Bahdanau's translator. Everything is in one
 * graph. */
static Trace *derive_models(const Run *run)
{
    Scope scope = scope_of(run->graph);
    TranslatingSettings s = run->settings->translating;
    const char **names = arena_alloc(run->arena, TRAINED_MODELS + 1, sizeof *names);
    const char *titles[TRAINED_MODELS];
    Node *matrices[TRAINED_MODELS + 1];
    int count = 0;
    s.weights = "built-in";
    KnownModel first = model_find(run->arena, &s, trained_kinds[TRAINED_BAHDANAU]);
    sentences_read(run, &first);
    for (int m = 0; m < TRAINED_MODELS; m++)
        if (run->settings->comparison.models[m]) {
            const char *behind = arena_format(run->arena, ", %s", model_titles[m]);
            Scope its = within(scope, trained_kinds[m], behind, 0);
            KnownModel known = model_find(run->arena, &s, trained_kinds[m]);
            known.source = first.source;
            known.target = first.target;
            titles[count] = model_titles[m];
            names[count] = trained_kinds[m];
            matrices[count++] = translating_gradients(its, translating_translate(its, &known));
        }
    int looks = count;
    if (run->settings->comparison.models[TRAINED_BAHDANAU]) {
        names[looks] = "weights";
        matrices[looks++] = node_within(scope, "bahdanau/alignment");
    }
    named_looks(scope, "strongest", "The source word that counts most",
                label_axis("by", names, looks), matrices);
    Trace *t = trace_begin(run->graph);
    add_text(t, first.source.text);
    add_text(t, first.target.text);
    add_setting(t, "models", join_strings(run->arena, titles, count, ", ", ", "), false);
    add_setting(t, "target", s.target ? "given" : "chosen", false);
    add_origin(t, &(Origin){.weights = first.model.parameters->origin});
    trace_tell(t, word_gradients_list);
    trace_places(t, "strongest", writing_of(run->graph, *matrices)->cols);
    sentence_judge(t, "the translation", &first);
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

/* The decimals that give the smallest factor two significant digits: 0.0016. */
static int decimals_of_factors(const Node *factor)
{
    enum { MOST_DECIMALS = 9 };
    double least = (double)vector_min(node_value(factor).data, rows_of(factor));
    int decimals = 1;
    for (; least < 1 && decimals < MOST_DECIMALS; decimals++)
        least *= 10;
    return decimals;
}

Trace *gradients_command(const Run *run)
{
    const FlowSettings *flow = &run->settings->flow;
    if (is_given(run, "source|target|models|max-steps")) /* trained models, not random networks */
        return derive_models(run);
    /* of each word by each gain, units × units: as measured */
    int matrices = flow->length * flow->gains.count * (flow->kind == CELL_GRU ? 18 : 6);
    memory_ask("so long a flow", (double)flow->units * flow->units * matrices * sizeof(real),
               "a shorter --length, or fewer --gain");
    gradient_flow(scope_of(run->graph), flow);
    Trace *t = trace_begin(run->graph);
    add_settings(t, run, flow);
    trace_tell(t, gradient_flow_list);
    if (flow->clip > 0)
        trace_step(t, "clipped")->decimals =
            decimals_of_factors(name_find(run->graph, "clipped/factor")->node);
    return t;
}
