#include "cli/translating.h"

#include <string.h>

typedef struct Settings {
    OutputSettings output;
    TranslatingSettings translating;
    int score, reach; /* places among the options' names */
} Settings;

static const Option own_rows[] = {
    {"score", 0, "KIND", "general", "%", OPTION_CHOICE, .at = offsetof(Settings, score),
     .words = "dot general concat"},
    {"local", 0, "KIND", "none", "%", OPTION_CHOICE, .at = offsetof(Settings, reach),
     .words = "none monotonic predictive"},
    {"window", 0, "D", NULL, "of --local: words to either side", OPTION_WHOLE,
     .at = offsetof(Settings, translating.window), .range = {1, 50}},
    {0},
};

/* Each kind of translator (model/translator.h) was learned with its own score. */
static bool check(const Run *run, void *settings, Error *error)
{
    static const char *const local_kinds[] = {NULL, "local-m", "local-p"};
    Settings *s = settings;
    const char *score = argument_named(run->arguments, "score")->value;
    if (is_given(run, "window") && !s->reach)
        return fail_usage(error, "--window is that of local attention: it goes with --local "
                                 "monotonic or predictive");
    if (s->reach && strcmp(score, "general") != 0)
        return fail_usage(error, "--local %s is learned with --score general, not with %s",
                          argument_named(run->arguments, "local")->value, score);
    s->translating.kind = s->reach ? local_kinds[s->reach] : score;
    return true;
}

static const OptionList own_options = {.rows = own_rows, .check = check};

static bool run_luong(const Run *run, Trace **trace, Error *error)
{
    const Settings *s = run->settings;
    return translating_run(run, &s->translating, trace, error);
}

const Command luong_command = {
    .title = "attnviz luong",
    .summary = "The same with the scores and windows of Luong et al. 2015.",
    .examples = {{"attnviz luong --score dot", "A dot product instead of a layer."},
                 {"attnviz luong --local predictive --window 3",
                  "A window about the place that it expects."}},
    .options = {{&sentence_options, offsetof(Settings, translating)},
                {&own_options, 0},
                {&translator_options, offsetof(Settings, translating)},
                {&output_options, 0},
                {&cost_option, 0}},
    .settings_size = sizeof(Settings),
    .run = run_luong,
};
