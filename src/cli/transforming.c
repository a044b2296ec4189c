#include "cli/transforming.h"

#include "cli/translating.h"
#include "trace/transformer.h"

/* The words asked for, or the most probable ones. */
static Sentence target_of(Arena *arena, const KnownTransformer *known, const Sentence *source,
                          int longest, const Sentence *asked)
{
    if (asked)
        return *asked;
    int most = sentences_longest(longest, source);
    int *words = arena_alloc(arena, (size_t)most, sizeof *words);
    int length = transformer_words(&known->transformer, source->words, source->length, most, words);
    return sentence_chosen(arena, &known->target, words, length, known->transformer.end);
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

const Transformed *transforming_translate(Graph *g, const KnownTransformer *known,
                                          const Sentence *source, int longest,
                                          const Sentence *asked)
{
    Arena *arena = g->arena;
    Transformed *t = arena_alloc(arena, 1, sizeof *t);
    t->graph = g;
    t->forced = asked != NULL;
    t->target = target_of(arena, known, source, longest, asked);
    WordsRead read = {.length = source->length,
                      .sentences = 1,
                      .words = source->words,
                      .labels = source->labels,
                      .vocabulary = sentences_visible_words(arena, &known->source)};
    WordsWritten written = {.length = t->target.length,
                            .words = t->target.words,
                            .labels = t->target.labels,
                            .read = words_read(arena, known, &t->target),
                            .likely = MOST_LIKELY};
    graph_name(g);
    t->parameters = transformer_in(g, &known->transformer, false);
    t->translation = transformer_translate(scope_of(g), &t->parameters, &read, &written,
                                           sentences_visible_words(arena, &known->target));
    return t;
}

Trace *transforming_trace(const Run *run, const KnownTransformer *known, const Sentence *source,
                          const Transformed *t, int layer, const char *seed)
{
    TransformerSubject subject = {.argc = run->argc,
                                  .argv = run->argv,
                                  .transformer = &known->transformer,
                                  .source = sentence_shown(source),
                                  .target = sentence_shown(&t->target),
                                  .source_length = source->length,
                                  .target_length = t->target.length,
                                  .forced = t->forced,
                                  .layer = layer,
                                  .seed = seed,
                                  .recipe = known->recipe,
                                  .score = known->score};
    return trace_transformer(t->graph, &subject);
}
