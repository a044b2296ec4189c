/* Which transformer the command line asks for: its sizes, its numbers and its words. */
#ifndef CLI_TRANSFORMERS_H
#define CLI_TRANSFORMERS_H

#include "base/error.h"
#include "model/transformer.h"
#include "train/lexicon.h"

typedef struct TransformerChoice {
    TransformerSizes sizes; /* but for those of the vocabularies */
    uint64_t seed;
} TransformerChoice;

/* A transformer and the words that it knows, special ones first (train/pair_source.h). */
typedef struct KnownTransformer {
    Transformer transformer;
    Lexicon source, target;
    const char *recipe, *score; /* how it was learned, and how well it does; or NULL */
} KnownTransformer;

/* With weights drawn from the seed, and the words of the toy language. */
KnownTransformer transformer_find(Arena *arena, const TransformerChoice *choice);

#endif
