#include "cli/attention.h"

#include "cli/model.h"
#include "cli/output.h"

bool attention_run(const Run *run, Error *error)
{
    ModelSettings model;
    OutputSettings output;
    Readings readings;
    Text warnings = text_new(run->arena);
    const char *sentence = run->arguments->value[OPTION_SENTENCE];
    if (!model_settings_read(run->arena, run->arguments, &model, error) ||
        !output_settings_read(run->arena, run->arguments, &output, error) ||
        !model_read(run, &model, &sentence, 1, &readings, &warnings, error))
        return false;
    const Reading *reading = &readings.items[0];
    Graph *g = graph_new(run->arena);
    graph_name(g);
    SentenceAttention attention =
        sentence_attention(scope_of(g), &readings.weights, reading->words.vectors,
                           reading->subject.labels, reading->words.tokens.count, reading->settings);
    Trace *trace = trace_sentence_attention(g, &attention, &reading->subject);
    return output_trace(run->arena, &output, trace, &warnings, error);
}
