/* A transformer that was learned, as the weights file that load/transformer.h reads, with what it
 * was learned from, how, and how well it does. */
#ifndef TRAIN_TRANSFORMER_FILE_H
#define TRAIN_TRANSFORMER_FILE_H

#include "train/transformer_recipe.h"
#include "train/translation_score.h"

#include <stdio.h>

/* Of a transformer whose parameters are rounded (train/pair_file.h), after `steps_done` steps of
   its recipe. Errors stay in the stream. */
void transformer_file_write(Arena *arena, FILE *stream, const PairSource *source,
                            const Transformer *transformer, const TransformerRecipe *recipe,
                            int steps_done, TranslationScore score);

#endif
