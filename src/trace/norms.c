#include "trace/traces.h"

Trace *trace_norms(Graph *g, const Subject *normed, int count)
{
    Trace *t = trace_begin(g);
    for (int i = 0; i < count; i++)
        add_text(
            t, traced_text(normed[i].text.text, normed[i].text.token_count, normed[i].text.tokens));
    add_number_setting(t, "d_model", cols_of(name_find(g, "input")->node));
    add_origin(t, &normed->origin);
    trace_tell(t, norms_list);
    add_panels(t);
    return t;
}
