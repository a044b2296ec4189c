#include "cli/settings.h"

Trace *language_command(const Run *run, Error *error)
{
    const Settings *s = run->settings;
    (void)error;
    if (s->language.sample)
        sentences_print_sample(run->arena, s->language.sample, s->language.seed, true,
                               s->language.choices);
    else
        fputs(english_french_list, stdout);
    return NULL;
}
