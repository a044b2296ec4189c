#include "trace/traces.h"

Trace *trace_projections(Graph *g, const SentenceAttention *model, const Subject *subject)
{
    Trace *t = trace_begin(g);
    add_text(t, subject->text);
    add_attention_settings(t, &model->settings, cols_of(model->input), subject);
    add_origin(t, &subject->origin);
    trace_tell(t, projections_list);
    add_panels(t);
    return t;
}
