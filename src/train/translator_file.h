/* A translator that was learned, as the weights file that load/translator.h reads, with what it was
 * learned from, how, and how well it does. */
#ifndef TRAIN_TRANSLATOR_FILE_H
#define TRAIN_TRANSLATOR_FILE_H

#include "train/translation_score.h"
#include "train/translator_recipe.h"

#include <stdio.h>

/* To the numbers that a file keeps, float16, half the size of others: what is measured then is what
   is written. */
void translator_round(Translator *translator);

/* Of a translator that is rounded, after `steps_done` steps of its recipe. Errors stay in the
   stream. */
void translator_file_write(Arena *arena, FILE *stream, const PairSource *source,
                           const Translator *translator, const TranslatorRecipe *recipe,
                           int steps_done, TranslationScore score);

#endif
