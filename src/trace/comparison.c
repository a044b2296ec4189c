#include "trace/traces.h"

Trace *trace_comparison(Graph *g, const ComparisonInput *input, const Subject *subjects)
{
    Trace *t = trace_begin(g);
    const SelfAttentionSettings *settings = &input->sentences[0].settings;
    for (int i = 0; i < input->count; i++)
        add_text(t, subjects[i].text);
    add_setting(t, "word", input->word, false);
    add_attention_settings(t, settings, input->weights->embeddings.cols, subjects);
    add_number_setting(t, "nearest", input->nearest);
    add_origin(t, &subjects->origin);
    trace_tell(t, comparison_list);
    add_panels(t);
    return t;
}
