#include "cli/settings.h"

Trace *projections_command(const Run *run)
{
    Readings readings = model_read(run);
    const Subject *subject = &readings.items[0].subject;
    const ComparedSentence *s = readings.sentences;
    int matrices = s->settings.heads + 8; /* all weights, to measure how far apart they are */
    memory_ask(arena_format(run->arena, "%d words, all weights at once,", s->n),
               (double)s->n * s->n * matrices * sizeof(real), "fewer words, or fewer --heads");
    SentenceAttention attention = model_attend(run->graph, &readings);
    measure_projections(scope_of(run->graph), &attention, readings.sentences->labels);
    return trace_sentence_attention(run->graph, &attention, subject, projections_list);
}
