#include "cli/settings.h"

/* The --sample of any command: sentences of the toy language that no built-in translator has
   learned from, a line each. Beside --source they are to be tried there: without their
   translations, and the first of those that scores are measured on (seed 0). */
static void print_sample(const Run *run)
{
    const TranslatingSettings *s = &run->settings->translating;
    bool translated = !argument_named(run->arguments, "source");
    PairSource language = language_source(run->arena, LONGEST_USUAL, s->choices);
    Pair *pairs = arena_alloc(run->arena, (size_t)s->sample, sizeof *pairs);
    int count = language.held_out(&language, translated ? s->seed : 0, s->sample, pairs);
    for (const Pair *p = pairs; p < pairs + count; p++) {
        printf("%s", sentence_text(run->arena, &language.source, p->source, p->source_length));
        if (translated)
            printf("\t%s",
                   sentence_text(run->arena, &language.target, p->target, p->target_length));
        putchar('\n');
    }
}

Trace *language_command(const Run *run, Error *error)
{
    (void)error;
    if (run->settings->translating.sample)
        print_sample(run);
    else
        fputs(english_french_list, stdout);
    return NULL;
}
