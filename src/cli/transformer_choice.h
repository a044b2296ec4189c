/* Which transformer the command line asks for: its sizes, its numbers and its words. */
#ifndef CLI_TRANSFORMER_CHOICE_H
#define CLI_TRANSFORMER_CHOICE_H

#include "cli/options.h"
#include "model/transformer.h"
#include "train/lexicon.h"

enum { MOST_TRANSFORMER_LAYERS = 12 };

/* A command's options of sizes: those of random weights, or those that are to be learned. */
typedef struct TransformerSizeOptions {
    OptionId layers, heads, dim, ffn, norm;
} TransformerSizeOptions;

/* All but those of the vocabularies, each within its limits. */
bool transformer_sizes_read(Arena *arena, const Arguments *arguments,
                            const TransformerSizeOptions *options, TransformerSizes *sizes,
                            Error *error);

/* Whether they go together. */
bool transformer_sizes_check(const TransformerSizes *sizes, Error *error);

typedef struct TransformerChoice {
    const char *weights;    /* "built-in", "random" or a path */
    TransformerSizes sizes; /* of random weights, but for those of the vocabularies */
    uint64_t seed;
} TransformerChoice;

bool transformer_is_drawn(const TransformerChoice *choice);

/* A transformer and the words that it knows, special ones first (train/pair_source.h). */
typedef struct KnownTransformer {
    Transformer transformer;
    Lexicon source, target;
    const char *recipe, *score; /* how it was learned, and how well it does; or NULL */
} KnownTransformer;

/* Random weights have the words of the toy language. */
bool transformer_find(Arena *arena, const TransformerChoice *choice, KnownTransformer *known,
                      Error *error);

#endif
