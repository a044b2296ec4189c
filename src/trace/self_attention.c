#include "trace/traces.h"

void add_attention_settings(Trace *t, const SelfAttentionSettings *settings, int d_model,
                            const Subject *subject)
{
    add_number_setting(t, "heads", settings->heads);
    add_number_setting(t, "d_model", d_model);
    add_number_setting(t, "d_k", d_model / settings->heads);
    add_setting(t, "mask", subject->mask, false);
    add_setting(t, "positions", settings->positions ? "sinusoidal" : "none", false);
    add_setting(t, "scale", settings->scale == SCALE_ROOT ? "sqrt" : "none", false);
    if (settings->normalise)
        add_setting(t, "normalise", "yes", false);
}

Trace *trace_sentence_attention(Graph *g, const SentenceAttention *model, const Subject *subject)
{
    Trace *t = trace_begin(g);
    add_text(t, subject->text);
    add_attention_settings(t, &model->settings, cols_of(model->input), subject);
    add_origin(t, &subject->origin);
    if (subject->word)
        add_setting(t, "word", subject->word, false);
    trace_tell(t, self_attention_list);
    add_panels(t);
    return t;
}
