#include "cli/settings.h"

enum { MOST_SENTENCES = 16 };

static Trace *trace_of(const Run *run, const Readings *readings)
{
    Node *inputs[MOST_SENTENCES];
    Trace *t = trace_begin(run->graph);
    for (int i = 0; i < readings->count; i++) {
        const ReadSentence *reading = &readings->items[i];
        const char *const *labels = reading->words.tokens.labels;
        int n = reading->words.tokens.count;
        Scope s = within(scope_of(run->graph), "sentence-%d", " of sentence %d", i + 1);
        Node *words = sentence_embeddings(s, &readings->weights, reading->words.vectors, labels, n);
        inputs[i] = sentence_input(s, words, labels, &reading->settings);
        add_text(t, traced_text(reading->subject.text.text, n, reading->subject.text.tokens));
    }
    norms_compared(scope_of(run->graph), inputs, readings->count);
    add_number_setting(t, "d_model", cols_of(*inputs));
    add_origin(t, &readings->items->subject.origin);
    trace_tell(t, norms_list);
    return t;
}

static Trace *run_norms(const Run *run, Error *error)
{
    Readings readings;
    int count = run->settings->model.sentences.count;
    bool is_read = count <= MOST_SENTENCES
                       ? model_read(run, &readings, error)
                       : fail_usage(error, "%d sentences: give at most %d", count, MOST_SENTENCES);
    return is_read ? trace_of(run, &readings) : NULL;
}

const Command norms_command = {
    .title = "attnviz norms",
    .usage = "[--sentence TEXT]...",
    .about = {"sentence"},
    .options = {&sentences_option, &input_options, &output_options},
    .run = run_norms,
};
