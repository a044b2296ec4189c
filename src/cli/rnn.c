#include "cli/settings.h"

const char *language_kind(Arena *arena, const TranslatingSettings *s, bool both_ways, bool attends)
{
    return arena_format(arena, "%s%s%s", s->cell ? "rnn" : "gru", both_ways ? "-bidirectional" : "",
                        attends ? "-attention" : "");
}

/* Reads the sentence. A model with attention is compared with one without, if that was trained
   alike: returns how well the latter does, or NULL. */
static const char *read_sentence(Scope scope, const KnownModel *known, const TranslationTask *task)
{
    const TranslatingSettings *s = &known->settings;
    Node *right = language_read(scope, &known->model, task);
    if (!s->attends || !weights_are_builtin(s->weights))
        return NULL;
    Model other = builtin_model(known->arena, language_kind(known->arena, s, s->both_ways, false));
    Scope plain = within(scope, "plain", ", without attention", 0);
    right_beside(scope, language_read(plain, &other, task), right);
    return other.score;
}

static Trace *tell(const Run *run, const KnownModel *known, const char *plain_score)
{
    Trace *t = output_begin(run);
    const TranslatingSettings *s = &known->settings;
    int step = s->step ? s->step : known->target.text.token_count - !s->both_ways;
    add_text(t, known->target.text);
    add_setting(t, "model", known->model.kind->paper, false);
    add_setting(t, "attention", s->attends ? "own states" : "none", false);
    add_setting(t, "plain_score", plain_score, false);
    const char *causal = language_kind(t->arena, s, false, s->attends);
    if (s->both_ways && weights_are_builtin(s->weights))
        add_setting(t, "causal_score", builtin_model(t->arena, causal).score, false);
    translating_origin(t, known);
    trace_tell(t, language_model_list);
    trace_tell_whole(t, arena_format(t->arena, "encoder/forward-%d/*|encoder/backward-%d/*|step-%d",
                                     step - 1, step + 1, step));
    return t;
}

Trace *rnn_command(const Run *run)
{
    const TranslatingSettings *s = &run->settings->translating;
    KnownModel known =
        model_find(run->arena, s, language_kind(run->arena, s, s->both_ways, s->attends));
    source_read(&known, "--sentence", !s->both_ways);
    int steps = known.source.text.token_count;
    if (s->step > steps)
        fail_usage("--step: %d is not from 1 to %d", s->step, steps);
    known.target = known.source; /* a language model predicts its own words, without a source */
    known.source = (TracedSentence){.labels = NULL};
    TranslationTask task = translating_task(&known);
    task.is_cloze = s->both_ways;
    return tell(run, &known, read_sentence(scope_of(run->graph), &known, &task));
}
