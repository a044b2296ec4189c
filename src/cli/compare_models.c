#include "cli/settings.h"

/* The suffixes of their titles, and the names of their translations in messages. */
static const char *const titles[MODELS] = {", Bahdanau's translator", ""},
                         *const written[MODELS] = {"the translation of Bahdanau's translator",
                                                   "the translation of the transformer"};

static void add_settings(Trace *t, const KnownModel *known, bool forced, bool same)
{
    const Model *first = &known[MODEL_BAHDANAU].model, *second = &known[MODEL_TRANSFORMER].model;
    add_setting(t, "models", "Bahdanau et al. 2015, Vaswani et al. 2017", false);
    add_setting(t, "target", forced ? "given" : "chosen", false);
    if (!forced)
        add_setting(t, "same words", same ? "yes" : "no", false);
    add_setting(t, "weights", first->parameters->origin, false);
    t->source = arena_format(
        t->arena,
        "Of sentences held out of learning Bahdanau's translator has right %s; the transformer %s. "
        "Bahdanau's translator: %s. The transformer: %s",
        first->score, second->score, first->recipe, second->recipe);
}

/* Both models read the same source, are given the same target if there is one, and otherwise stop
   after the same number of words at the latest. Everything is in one graph. */
Trace *compare_models_command(const Run *run)
{
    Scope scope = scope_of(run->graph);
    KnownModel *known = arena_alloc(run->arena, MODELS, sizeof *known);
    const Translated *by[MODELS];
    run->settings->translating.weights = "built-in";
    for (int i = 0; i < MODELS; i++)
        known[i] = model_find(run->arena, &run->settings->translating, model_names[i]);
    source_read(known, "--source", false);
    for (int i = 0; i < MODELS; i++) {
        known[i].source = known->source;
        target_read(run, written[i], &known[i]);
        by[i] = translating_translate(within(scope, model_names[i], titles[i], 0), &known[i]);
    }
    const TracedText *a = &known[0].target.text, *b = &known[1].target.text;
    bool same = same_strings(a->tokens, a->token_count, b->tokens, b->token_count);
    const Translated *transformed = by[MODEL_TRANSFORMER];
    compare_models(scope, &by[MODEL_BAHDANAU]->by_translator, transformed->transformer,
                   &transformed->by_transformer, same);
    Trace *t = trace_begin(run->graph);
    add_text(t, known->source.text);
    for (int i = 0; i < (same ? 1 : MODELS); i++)
        add_text(t, known[i].target.text);
    add_settings(t, known, run->settings->translating.target, same);
    tell_model_comparison(t, transformed->transformer->sizes->heads);
    for (int i = 0; i < (same ? 1 : MODELS); i++)
        sentence_judge(t, same ? "the translation" : written[i], &known[i]);
    return t;
}
