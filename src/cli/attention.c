/* The main command: one sentence through self-attention, stage by stage. */
#include "cli/model.h"

static const Option about_rows[] = {
    {"man", 0, NULL, NULL, "print the manual page", OPTION_ASIDE, .group = OPTIONS_HIDDEN},
    {"completion", 0, "SHELL", NULL, "print completions: %", OPTION_ASIDE, .words = "bash zsh fish",
     .group = OPTIONS_HIDDEN},
    {0},
};

static const OptionList about_options = {.rows = about_rows};

static bool run_attention(const Run *run, Trace **trace, Error *error)
{
    const SentenceSettings *s = run->settings;
    Readings readings;
    if (!model_read(run, &s->model, &readings, error))
        return false;
    const Reading *reading = &readings.items[0];
    Graph *g = graph_new(run->arena);
    graph_name(g);
    SentenceAttention attention = sentence_attention(
        scope_of(g), &readings.weights, reading->words.vectors, reading->words.tokens.labels,
        reading->words.tokens.count, reading->settings);
    *trace = trace_sentence_attention(g, &attention, &reading->subject);
    return true;
}

const Command attention_command = {
    .title = "attnviz",
    .usage = "--sentence TEXT",
    .summary = "Traces attention step by step: each stage a table, each matrix a picture.",
    .examples = {{"attnviz -s \"He hit the ball with the bat\" --heads 3 --mask causal",
                  "The whole trace, and its pictures in attnviz-out/."},
                 {"attnviz -s \"Bat is a mammal\" --explain 'head-2/weights[bat,mammal]' --depth 4",
                  "How one number came about."}},
    .options = {{&sentence_option, offsetof(SentenceSettings, model)},
                {&model_options, offsetof(SentenceSettings, model)},
                {&output_options, 0},
                {&cost_option, 0},
                {&about_options, 0}},
    .settings_size = sizeof(SentenceSettings),
    .run = run_attention,
};
