#include "cli/transformers.h"

#include "train/language.h"

KnownTransformer transformer_find(Arena *arena, const TransformerChoice *choice)
{
    PairSource language = language_source(arena, (Lengths){SHORTEST_SENTENCE, LONGEST_USUAL});
    TransformerSizes sizes = choice->sizes;
    sizes.source_words = language.source.count;
    sizes.target_words = language.target.count;
    KnownTransformer known = {.transformer = transformer_random(arena, sizes, choice->seed),
                              .source = language.source,
                              .target = language.target};
    known.transformer.end = END_WORD;
    return known;
}
