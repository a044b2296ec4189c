#include "trace/norms.h"
#include "cli/model.h"

enum { MOST_SENTENCES = 16 };

static Trace *narrate(const Run *run, const Readings *readings)
{
    Node *inputs[MOST_SENTENCES];
    NormedSentence sentences[MOST_SENTENCES];
    for (int i = 0; i < readings->count; i++) {
        const Reading *reading = &readings->items[i];
        const char *const *labels = reading->subject.labels;
        int n = reading->words.tokens.count;
        Scope scope = scope_of(graph_new(run->arena));
        Node *words =
            sentence_embeddings(scope, &readings->weights, reading->words.vectors, labels, n);
        inputs[i] = sentence_input(scope, words, labels, reading->settings.positions);
        sentences[i] = (NormedSentence){&reading->subject, n};
    }
    NormComparison norms = norms_compared(graph_new(run->arena), inputs, readings->count);
    return narrate_norms(run->arena, &norms, sentences, readings->count, readings->weights.origin);
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
    *trace = narrate(run, &readings);
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
