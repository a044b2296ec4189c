#include "cli/transformers.h"

#include "base/utf8.h"
#include "load/builtin_transformer.h"
#include "train/language.h"

#include <string.h>

bool transformer_is_drawn(const TransformerChoice *choice)
{
    return !strcmp(choice->weights, "random");
}

static void draw(Arena *arena, const TransformerChoice *choice, KnownTransformer *known)
{
    PairSource language = language_source(arena, (Lengths){SHORTEST_SENTENCE, LONGEST_USUAL});
    TransformerSizes sizes = choice->sizes;
    sizes.source_words = language.source.count;
    sizes.target_words = language.target.count;
    *known = (KnownTransformer){.transformer = transformer_random(arena, sizes, choice->seed),
                                .source = language.source,
                                .target = language.target};
    known->transformer.end = END_WORD;
}

static bool load(Arena *arena, const TransformerChoice *choice, KnownTransformer *known,
                 Error *error)
{
    LoadedTransformer l;
    if (!strcmp(choice->weights, "built-in"))
        l = builtin_transformer(arena);
    else if (!transformer_read(arena, choice->weights, &l, error))
        return false;
    *known = (KnownTransformer){
        .transformer = l.transformer,
        .source = lexicon_of(arena, l.source_words, l.transformer.sizes.source_words),
        .target = lexicon_of(arena, l.target_words, l.transformer.sizes.target_words),
        .recipe = l.recipe,
        .score = l.score};
    known->transformer.origin = visible_text(arena, l.transformer.origin);
    return true;
}

bool transformer_find(Arena *arena, const TransformerChoice *choice, KnownTransformer *known,
                      Error *error)
{
    if (!transformer_is_drawn(choice))
        return load(arena, choice, known, error);
    draw(arena, choice, known);
    return true;
}
