#include "cli/transforming.h"

#include "cli/translating.h"
#include "trace/transformer.h"

const Transformed *transforming_translate(Graph *g, const KnownTransformer *known,
                                          const Sentence *source, int longest,
                                          const Sentence *asked)
{
    Transformed *t = arena_alloc(g->arena, 1, sizeof *t);
    t->nodes = transformer_nodes(g, &known->transformer, false);
    t->translation = transformer_translate(
        g, &t->nodes, source->words, source->length,
        asked ? asked->length : sentences_longest(longest, source), asked ? asked->words : NULL);
    t->summary = transformer_summary(g, &t->nodes, &t->translation, MOST_LIKELY);
    t->target = asked ? *asked
                      : sentence_chosen(g->arena, &known->target, t->translation.words,
                                        t->translation.length, known->transformer.end);
    t->forced = asked != NULL;
    return t;
}

/* What the decoder reads: the end, which stands before the first word, then all but the last. */
static const char *const *words_read(Arena *arena, const KnownTransformer *known,
                                     const Sentence *target)
{
    int *words = arena_alloc(arena, (size_t)target->length, sizeof *words);
    for (int i = 0; i < target->length; i++)
        words[i] = i ? target->words[i - 1] : known->transformer.end;
    return sentence_of(arena, "", &known->target, words, target->length).labels;
}

Trace *transforming_narrate(const Run *run, const KnownTransformer *known, const Sentence *source,
                            const Transformed *t, int layer, const char *seed)
{
    Arena *arena = run->arena;
    const Sentence *target = &t->target;
    TransformerSubject *subject = arena_alloc(arena, 1, sizeof *subject);
    *subject =
        (TransformerSubject){.argc = run->argc,
                             .argv = run->argv,
                             .source = sentence_shown(source),
                             .target = sentence_shown(target),
                             .read = words_read(arena, known, target),
                             .vocabulary = sentences_visible_words(arena, &known->target),
                             .source_vocabulary = sentences_visible_words(arena, &known->source),
                             .forced = t->forced,
                             .layer = layer,
                             .seed = seed,
                             .recipe = known->recipe,
                             .score = known->score};
    return narrate_transformer(arena, &t->nodes, &t->translation, &t->summary, subject);
}
