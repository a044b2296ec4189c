/* The main command: one sentence through self-attention, stage by stage. */
#include "cli/settings.h"

Trace *attention_command(const Run *run, Error *error)
{
    Scope scope = scope_of(run->graph);
    Readings readings;
    if (!model_read(run, &readings, error))
        return NULL;
    const ComparedSentence *found = readings.compared;
    Subject *subject = &readings.items[0].subject;
    SentenceAttention attention = model_attend(run->graph, &readings);
    matched_attention(scope, &attention);
    if (found) {
        follow_word(scope, &attention, found->place);
        subject->word = found->labels[found->place];
    }
    return trace_sentence_attention(run->graph, &attention, subject, self_attention_list);
}
