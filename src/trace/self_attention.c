#include "trace/traces.h"

void add_attention_settings(Trace *t, const SelfAttentionSettings *settings, int d_model, int d_k,
                            const Subject *subject)
{
    add_number_setting(t, "heads", settings->heads);
    add_number_setting(t, "d_model", d_model);
    add_number_setting(t, "d_k", d_k);
    add_setting(t, "mask", subject->mask, false);
    add_setting(t, "positions", settings->positions ? "sinusoidal" : "none", false);
    static const char *const scales[] = {"sqrt", "none", "after"};
    add_setting(t, "scale", scales[settings->variation.scale], false);
    add_variation_settings(t, &settings->variation, settings->normalise);
}

void add_variation_settings(Trace *t, const Variation *v, bool normalise)
{
    static const char *const weightings[] = {NULL, "linear", "squared"};
    static const char *const maskings[] = {NULL, "zero", "after"};
    Arena *arena = t->arena;
    if (v->temperature > 0)
        add_setting(t, "temperature", arena_format(arena, "%g", v->temperature), true);
    if (v->base > 0 && v->base != POSITION_BASE)
        add_setting(t, "base", arena_format(arena, "%g", v->base), true);
    const char *const words[][2] = {{"weighting", weightings[v->weighting]},
                                    {"masking", maskings[v->masking]},
                                    {"normalise", normalise ? "yes" : NULL},
                                    {"convention", words_are_columns(t->graph) ? "columns" : NULL}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i][1])
            add_setting(t, words[i][0], words[i][1], false);
}

Trace *trace_sentence_attention(Graph *g, const SentenceAttention *model, const Subject *subject,
                                const char *list)
{
    Trace *t = trace_begin(g);
    add_text(t, subject->text);
    add_attention_settings(t, &model->settings, cols_of(model->input), cols_of(model->heads->keys),
                           subject);
    add_origin(t, &subject->origin);
    if (subject->word)
        add_setting(t, "word", subject->word, false);
    trace_tell(t, list);
    return t;
}
