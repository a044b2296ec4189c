#include "language/language.h"
#include "cli/settings.h"

#include <stdio.h>

typedef struct Own {
    Settings shared;
    int sample;
    bool choices;
    uint64_t seed;
} Own;

static bool check(const Run *run, Error *error)
{
    const char *what = ((const Own *)run->settings)->choices ? "choices" : "seed";
    return !is_given(run, what) || is_given(run, "sample") ||
           fail_usage(error, "--%s draws sentences: it goes with --sample", what);
}

static const OptionList own_options = {
    {{"sample", 0, "N", NULL, "N sentences, each with its translation", OPTION_WHOLE,
      .at = offsetof(Own, sample), .range = {1, 1000}},
     {"choices", 0, NULL, NULL, "their French in any right order", OPTION_SWITCH,
      .at = offsetof(Own, choices)},
     {"seed", 'S', "N", "1", "draws them", OPTION_SEED, .at = offsetof(Own, seed)}},
    .check = check};

static Trace *run_language(const Run *run, Error *error)
{
    const Own *s = (const Own *)run->settings;
    (void)error;
    if (s->sample)
        sentences_print_sample(run->arena, s->sample, s->seed, true, s->choices);
    else
        fputs(english_french_list, stdout);
    return NULL;
}

const Command language_command = {
    .title = "attnviz language",
    .options = {&own_options},
    .settings_size = sizeof(Own),
    .run = run_language,
};
