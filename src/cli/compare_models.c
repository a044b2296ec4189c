#include "cli/settings.h"

/* How their titles end, and what messages call what they write. */
static const char *const titles[MODELS] = {", Bahdanau's translator", ""},
                         *const written[MODELS] = {"the translation of Bahdanau's translator",
                                                   "the translation of the transformer"};

/* Both read the same words, go on with the same words if any were asked for, and end after as many
   if they do not end by themselves. All is in one graph. */
static Trace *run_compare_models(const Run *run, Error *error)
{
    Arena *arena = run->arena;
    Scope scope = scope_of(run->graph);
    KnownModel *known = arena_alloc(arena, MODELS, sizeof *known);
    const Translated *by[MODELS];
    TracedSentence source, targets[MODELS];
    ModelsSubject subject = {.forced = run->settings->translating.target};
    run->settings->translating.weights = "built-in";
    for (int i = 0; i < MODELS; i++)
        if (!model_find(arena, &run->settings->translating, model_names[i], &known[i], error))
            return NULL;
    if (!source_read(known, &source, error))
        return NULL;
    for (int i = 0; i < MODELS; i++) {
        const Model *m = &known[i].model;
        if (!target_read(run, written[i], &known[i], &source, &targets[i], error))
            return NULL;
        by[i] = translating_translate(within(scope, model_names[i], titles[i], 0), &known[i],
                                      &source, &targets[i]);
        subject.targets[i] = targets[i].text;
        subject.learned[i] = (ModelOrigin){m->recipe, m->score};
    }
    subject.source = source.text;
    subject.same_words = same_strings(targets[0].text.tokens, targets[0].text.token_count,
                                      targets[1].text.tokens, targets[1].text.token_count);
    subject.origin = known[MODEL_BAHDANAU].model.parameters->origin;
    const Translated *transformed = by[MODEL_TRANSFORMER];
    compare_models(scope, &(ModelPair){.bahdanau = &by[MODEL_BAHDANAU]->by_translator,
                                       .transformer = &transformed->transformer,
                                       .transformed = &transformed->by_transformer,
                                       .same_words = subject.same_words});
    Trace *t = trace_model_comparison(run->graph, transformed->transformer.sizes, &subject);
    for (int i = 0; i < (subject.same_words ? 1 : MODELS); i++)
        sentence_judge(t, subject.same_words ? "the translation" : written[i], &known[i], &source,
                       &targets[i]);
    return t;
}

const Command compare_models_command = {
    .title = "attnviz compare-models",
    .options = {&sentence_options, &output_options, &cost_option},
    .run = run_compare_models,
};
