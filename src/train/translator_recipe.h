/* How translators are made: everything that `make translators` decides for the built-in ones, and
 * the start for others. */
#ifndef TRAIN_TRANSLATOR_RECIPE_H
#define TRAIN_TRANSLATOR_RECIPE_H

#include "train/pair_source.h"
#include "train/translation.h"

/* Of the pairs that the toy language holds out, settings were chosen by the first, and scores are
   of those behind them, which nobody has looked at. */
enum { CHOSEN_BY_PAIRS = 1000, MEASURED_PAIRS = 1000 };

typedef struct TranslatorRecipe {
    const TranslatorKind *kind;
    TranslatorSizes sizes;
    TranslationSettings settings;
} TranslatorRecipe;

/* For a kind, and the vocabularies of a source. */
TranslatorRecipe translator_recipe(const TranslatorKind *kind, const PairSource *source);

/* The toy language with sentences of the lengths that the built-in ones learn from. */
PairSource translator_recipe_source(Arena *arena);

/* The pairs that a score is of, into room for MEASURED_PAIRS; returns how many. They are the last
   of those held out: a user's file that holds out fewer than both passes over fewer, or none, as
   nothing was chosen by them. */
int measured_pairs(Arena *arena, const PairSource *source, Pair *pairs);

/* Which these are, counted from 1: "1001 to 2000 of those held out", or "none". */
const char *measured_range(Arena *arena, const PairSource *source);

/* What training starts from. */
Translator translator_start(Arena *arena, const TranslatorRecipe *recipe);

/* In words, for a file's metadata. */
const char *translator_recipe_text(Arena *arena, const TranslatorRecipe *recipe);

#endif
