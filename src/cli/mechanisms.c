#include "cli/settings.h"

typedef struct Own {
    Settings shared;
    const char *sentences[2];
} Own;

/* Two sentences, which are read as those of --sentence are. */
static bool check(const Run *run, Error *error)
{
    Own *s = (Own *)run->settings;
    (void)error;
    s->shared.model.sentences = (Values){.items = s->sentences, .count = 2};
    return true;
}

static const OptionList own_options = {
    {{"source", 0, "TEXT", "He hit the ball with the bat", "the sentence asked", OPTION_TEXT,
      .at = offsetof(Own, sentences[0])},
     {"target", 0, "TEXT", "He caught the ball", "what asks, where there are two", OPTION_TEXT,
      .at = offsetof(Own, sentences[1])},
     {"word", 'W', "WORD", "ball", "whose query looks, in both sentences", OPTION_TEXT,
      .at = offsetof(Settings, model.word)},
     {"heads", 'n', "H", "3", "heads of multi-head attention", OPTION_WHOLE,
      .at = offsetof(Settings, model.heads), .range = {1, 1024}, .setting = "heads"}},
    .check = check};

static Trace *run_mechanisms_command(const Run *run, Error *error)
{
    const ModelSettings *s = &run->settings->model;
    WantedWord word;
    Readings readings;
    ComparedSentence pair[2];
    Mechanism all[MECHANISMS];
    if (!model_read_with_word(run, &word, &readings, pair, error))
        return NULL;
    graph_use(run->graph, parameters_from_seed(run->arena, s->seed));
    run_mechanisms(scope_of(run->graph), &readings.weights, pair, s->seed, all);
    Trace *t = output_begin(run);
    Origin origin = readings.items[0].subject.origin;
    origin.seed = &s->seed;
    add_text(t, readings.items[0].subject.text);
    add_text(t, readings.items[1].subject.text);
    add_setting(t, "word", pair[1].labels[pair[1].place], false);
    add_origin(t, &origin);
    tell_mechanisms(t, all);
    return t;
}

const Command mechanisms_command = {
    .title = "attnviz mechanisms",
    .options = {&own_options, &input_options, &output_options},
    .settings_size = sizeof(Own),
    .run = run_mechanisms_command,
};
