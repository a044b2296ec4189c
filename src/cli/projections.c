#include "cli/settings.h"

Trace *projections_command(const Run *run)
{
    Readings readings = model_read(run);
    const Subject *subject = &readings.items[0].subject;
    SentenceAttention attention = model_attend(run->graph, &readings);
    measure_projections(scope_of(run->graph), &attention, readings.sentences->labels);
    return trace_sentence_attention(run->graph, &attention, subject, projections_list);
}
