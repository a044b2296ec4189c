#include "cli/settings.h"

Trace *projections_command(const Run *run, Error *error)
{
    Readings readings;
    if (!model_read(run, &readings, error))
        return NULL;
    const Subject *subject = &readings.items[0].subject;
    SentenceAttention attention = model_attend(run->graph, &readings);
    measure_projections(scope_of(run->graph), &attention, readings.sentences->labels);
    return trace_sentence_attention(run->graph, &attention, subject, projections_list);
}
