#include "cli/settings.h"

/* Adds settings with the counts over all heads. */
static void add_settings(Trace *t, const KnownModel *known, const HeadsOut *h)
{
    add_setting(t, "model", known->model.kind->paper, false);
    add_transformer_settings(t, &known->model);
    add_setting(t, "target", known->settings.target ? "given" : "chosen", false);
    add_number_setting(t, "draws", h->draws);
    add_number_setting(t, "heads-turning", h->turned);
    add_number_setting(t, "heads-beyond", h->beyond);
    add_setting(t, "by-chance", digits_text(t->arena, (double)h->count / (h->draws + 1), 2), true);
    translating_origin(t, known);
}

Trace *ablate_command(const Run *run)
{
    const Settings *s = run->settings;
    KnownModel known = model_find(run->arena, &s->translating, "transformer");
    known.settings.taking = TAKE_DRAWN; /* the changes are random, so the seed is shown */
    ((TransformerSizes *)known.model.sizes)->variation = s->model.attention.variation;
    sentences_read(run, &known);
    TranslationTask task = translating_task(&known);
    HeadsOut study = {&known.model, &task, s->ablate_draws, s->translating.seed,
                      .whole = s->output.explain.count > 0};
    heads_out(scope_of(run->graph), &study);
    Trace *t = trace_begin(run->graph);
    add_text(t, known.source.text);
    add_text(t, known.target.text);
    add_settings(t, &known, &study);
    trace_tell(t, heads_out_list);
    trace_places(t, "instead", label_axis("word", task.vocabulary, known.model.target.count));
    sentence_judge(t, "the translation", &known);
    return t;
}
