#include "cli/settings.h"

static bool read_words(const Run *run, KnownModel *known, TracedSentence *source,
                       TracedSentence *target, Error *error)
{
    const Settings *s = run->settings;
    if (!model_find(run->arena, &s->translating, "transformer", known, error))
        return false;
    ((TransformerSizes *)known->model.sizes)->variation = s->variation.attention;
    return source_read(known, false, source, error) &&
           target_read(run, "the translation", known, source, target, error);
}

/* What the numbers are of, and what a sentence has to count. */
static void add_settings(Trace *t, const KnownModel *known, const HeadsOut *h)
{
    enum { DIGITS = 2 };
    double by_chance = (double)h->count / (h->draws + 1);
    add_setting(t, "model", known->model.kind->paper, false);
    add_transformer_settings(t, &known->model);
    add_setting(t, "target", known->settings.target ? "given" : "chosen", false);
    add_number_setting(t, "draws", h->draws);
    add_number_setting(t, "heads-turning", h->turned);
    add_number_setting(t, "heads-beyond", h->beyond);
    add_setting(t, "by-chance", digits_text(t->arena, by_chance, DIGITS), true);
    add_origin(t, &(Origin){.weights = known->model.parameters->origin,
                            .seed = &h->seed,
                            .measure = "held-out score",
                            .measured = known->model.score,
                            .recipe = known->model.recipe});
}

Trace *ablate_command(const Run *run, Error *error)
{
    KnownModel known;
    TracedSentence source, target;
    if (!read_words(run, &known, &source, &target, error))
        return NULL;
    TranslationTask task = translating_task(&known, &source, &target);
    HeadsOut study = {.transformer = &known.model,
                      .task = &task,
                      .draws = run->settings->ablate_draws,
                      .seed = run->settings->translating.seed,
                      .whole = run->settings->output.explain.count > 0};
    heads_out(scope_of(run->graph), &study);
    Trace *t = trace_begin(run->graph);
    add_text(t, source.text);
    add_text(t, target.text);
    add_settings(t, &known, &study);
    trace_tell(t, heads_out_list);
    trace_places(t, "instead", label_axis("word", task.vocabulary, known.target.count));
    sentence_judge(t, "the translation", &known, &source, &target);
    return t;
}
