/* How the built-in transformer is made from the toy language by `make translators`, and the start
 * for others. As with translators, it was chosen by the first CHOSEN_BY_PAIRS held-out sentences,
 * and its score is of the next: measured_pairs (train/translator_recipe.h). */
#ifndef TRAIN_TRANSFORMER_RECIPE_H
#define TRAIN_TRANSFORMER_RECIPE_H

#include "train/transformer_training.h"
#include "train/translator_recipe.h"

typedef struct TransformerRecipe {
    TransformerSizes sizes;
    TransformerSettings settings;
} TransformerRecipe;

/* For the vocabularies of a source; translator_recipe_source() is the built-in one's. */
TransformerRecipe transformer_recipe(const PairSource *source);

/* In another number of steps: the warm-up is at most a tenth of them. */
void transformer_recipe_set_steps(TransformerRecipe *recipe, int steps);

/* What training starts from. */
Transformer transformer_start(Arena *arena, const TransformerRecipe *recipe);

/* In words, for a file's metadata. */
const char *transformer_recipe_text(Arena *arena, const TransformerRecipe *recipe);

#endif
