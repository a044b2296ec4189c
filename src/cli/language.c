#include "cli/settings.h"

/* Prints the description of the toy language, or with --sample held-out sentences of it, one per
   line. With --source they are meant as input: without translations, and the first of those used
   for scoring (seed 0). */
Trace *language_command(const Run *run)
{
    const TranslatingSettings *s = &run->settings->translating;
    bool translated = !argument_named(run->arguments, "source");
    PairSource toy = language_source(run->arena, LONGEST_USUAL, s->choices);
    Pair *pairs = arena_alloc(run->arena, (size_t)s->sample, sizeof *pairs);
    int count = toy.held_out(&toy, translated ? s->seed : 0, s->sample, pairs);
    for (const Pair *p = pairs; p < pairs + count; p++) {
        printf("%s", sentence_text(run->arena, &toy.source, p->source, p->source_length));
        if (translated)
            printf("\t%s", sentence_text(run->arena, &toy.target, p->target, p->target_length));
        putchar('\n');
    }
    if (!s->sample)
        fputs(english_french_list, stdout);
    return NULL;
}
