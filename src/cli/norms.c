#include "cli/model.h"
#include "trace/traces.h"

enum { MOST_SENTENCES = 16 };

static Trace *trace_of(const Run *run, const Readings *readings)
{
    Graph *g = graph_new(run->arena);
    Node *inputs[MOST_SENTENCES];
    Subject subjects[MOST_SENTENCES];
    graph_name(g);
    for (int i = 0; i < readings->count; i++) {
        const Reading *reading = &readings->items[i];
        const char *const *labels = reading->words.tokens.labels;
        int n = reading->words.tokens.count;
        Scope s = within(scope_of(g), "sentence-%d", " of sentence %d", i + 1);
        Node *words = sentence_embeddings(s, &readings->weights, reading->words.vectors, labels, n);
        inputs[i] = sentence_input(s, words, labels, reading->settings.positions);
        subjects[i] = reading->subject;
    }
    norms_compared(scope_of(g), inputs, readings->count);
    return trace_norms(g, subjects, readings->count);
}

static bool run_norms(const Run *run, Trace **trace, Error *error)
{
    SentenceSettings *s = run->settings;
    Readings readings;
    if (s->model.sentences.count > MOST_SENTENCES)
        return fail_usage(error, "%d sentences: give at most %d", s->model.sentences.count,
                          MOST_SENTENCES);
    /* only the vectors that go into attention are looked at, so one head will do */
    s->model.heads = 1;
    s->model.heads_given = true;
    s->model.mask = "none";
    if (!model_read(run, &s->model, &readings, error))
        return false;
    *trace = trace_of(run, &readings);
    return true;
}

const Command norms_command = {
    .title = "attnviz norms",
    .usage = "--sentence TEXT [--sentence TEXT]...",
    .summary = "Layer norm beside batch norm on the same numbers.",
    .examples = {{"attnviz norms -s \"He hit the ball\" -s \"Bat is a mammal\"",
                  "And what the second sentence changes for the first."}},
    .options = {{&sentences_option, offsetof(SentenceSettings, model)},
                {&input_options, offsetof(SentenceSettings, model)},
                {&output_options, 0}},
    .settings_size = sizeof(SentenceSettings),
    .run = run_norms,
};
