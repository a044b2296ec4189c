#include "language/language.h"
#include "cli/settings.h"

#include <stdio.h>

typedef struct Own {
    Settings shared;
    int sample;
    uint64_t seed;
} Own;

static bool check(const Run *run, Error *error)
{
    return !is_given(run, "seed") || is_given(run, "sample") ||
           fail_usage(error, "--seed draws sentences: it goes with --sample");
}

static const OptionList own_options = {
    {{"sample", 0, "N", NULL, "N sentences, each with its translation", OPTION_WHOLE,
      .at = offsetof(Own, sample), .range = {1, 1000}},
     {"seed", 'S', "N", "1", "draws them", OPTION_SEED, .at = offsetof(Own, seed)}},
    .check = check};

static Trace *run_language(const Run *run, Error *error)
{
    const Own *s = (const Own *)run->settings;
    (void)error;
    if (s->sample)
        sentences_print_sample(run->arena, s->sample, s->seed, true);
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
