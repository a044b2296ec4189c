#include "cli/model.h"
#include "trace/traces.h"

static bool run_projections(const Run *run, Trace **trace, Error *error)
{
    const SentenceSettings *s = run->settings;
    Readings readings;
    if (!model_read(run, &s->model, &readings, error))
        return false;
    const Reading *reading = &readings.items[0];
    Graph *g = graph_new(run->arena);
    graph_name(g);
    const char *const *labels = reading->words.tokens.labels;
    SentenceAttention attention =
        sentence_attention(scope_of(g), &readings.weights, reading->words.vectors, labels,
                           reading->words.tokens.count, reading->settings);
    measure_projections(scope_of(g), &attention, labels);
    *trace = trace_projections(g, &attention, &reading->subject);
    return true;
}

const Command projections_command = {
    .title = "attnviz projections",
    .usage = "--sentence TEXT",
    .summary = "What learned projections do that XXᵀ does not, on one page.",
    .examples = {{"attnviz projections -s \"He hit the ball with the bat\"",
                  "Symmetry, the diagonal, entropy, and how far apart the heads are."}},
    .options = {{&sentence_option, offsetof(SentenceSettings, model)},
                {&model_options, offsetof(SentenceSettings, model)},
                {&output_options, 0}},
    .settings_size = sizeof(SentenceSettings),
    .run = run_projections,
};
