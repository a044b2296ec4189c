#include "cli/norms.h"

#include "cli/model.h"
#include "cli/output.h"
#include "trace/norms.h"

enum { MOST_SENTENCES = 16 };

/* Only the vectors that go into attention are looked at, so one head will do. */
static bool read_model(const Run *run, ModelSettings *model, Error *error)
{
    if (!model_settings_read(run->arena, run->arguments, model, error))
        return false;
    model->heads = 1;
    model->heads_given = true;
    return true;
}

static Trace *trace_of(const Run *run, const Readings *readings)
{
    Graph *g = graph_new(run->arena);
    Node *inputs[MOST_SENTENCES];
    NormedSentence sentences[MOST_SENTENCES];
    graph_name(g);
    for (int i = 0; i < readings->count; i++) {
        const Reading *reading = &readings->items[i];
        int n = reading->words.tokens.count;
        inputs[i] = sentence_input(within(scope_of(g), "sentence-%d", " of sentence %d", i + 1),
                                   &readings->weights, reading->words.vectors,
                                   reading->subject.labels, n, reading->settings.positions);
        sentences[i] = (NormedSentence){&reading->subject, n};
    }
    norms_compared(scope_of(g), inputs, readings->count);
    return trace_norms(g, sentences, readings->count, readings->weights.origin);
}

bool norms_run(const Run *run, Error *error)
{
    const Values *sentences = &run->arguments->all[OPTION_SENTENCE];
    ModelSettings model;
    OutputSettings output;
    Readings readings;
    Text warnings = text_new(run->arena);
    const char *input = NULL; /* standard input, where no sentence is given */
    if (!read_model(run, &model, error) ||
        !output_settings_read(run->arena, run->arguments, &output, error))
        return false;
    if (sentences->count > MOST_SENTENCES)
        return fail_usage(error, "%d sentences: give at most %d", sentences->count, MOST_SENTENCES);
    if (!model_read(run, &model, sentences->count ? sentences->items : &input,
                    sentences->count ? sentences->count : 1, &readings, &warnings, error))
        return false;
    return output_trace(run->arena, &output, trace_of(run, &readings), &warnings, error);
}
