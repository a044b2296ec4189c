/* The main command: one sentence through self-attention, stage by stage. */
#include "cli/settings.h"

Trace *attention_command(const Run *run)
{
    Scope scope = scope_of(run->graph);
    Readings readings = model_read(run);
    Subject *subject = &readings.items[0].subject;
    SentenceAttention attention = model_attend(run->graph, &readings);
    matched_attention(scope, &attention);
    if (readings.wanted.word) {
        int place = readings.sentences->place;
        follow_word(scope, &attention, place);
        subject->word = readings.sentences->labels[place];
    }
    return trace_sentence_attention(run->graph, &attention, subject, self_attention_list);
}
