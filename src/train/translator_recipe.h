/* How translators are made: everything that `make translators` decides for the built-in ones, and
 * the start for others. */
#ifndef TRAIN_TRANSLATOR_RECIPE_H
#define TRAIN_TRANSLATOR_RECIPE_H

#include "train/language.h"
#include "train/translation.h"

/* Held-out sentences that scores are of, at most. */
enum { MEASURED_PAIRS = 1000 };

typedef struct TranslatorRecipe {
    const TranslatorKind *kind;
    TranslatorSizes sizes;
    TranslationSettings settings;
} TranslatorRecipe;

/* For a kind, and the vocabularies of a source. */
TranslatorRecipe translator_recipe(const TranslatorKind *kind, const PairSource *source);

/* The toy language with sentences of the lengths that the built-in ones learn from. */
PairSource translator_recipe_source(Arena *arena);

/* What training starts from. */
Translator translator_start(Arena *arena, const TranslatorRecipe *recipe);

/* In words, for a file's metadata. */
const char *translator_recipe_text(Arena *arena, const TranslatorRecipe *recipe);

#endif
