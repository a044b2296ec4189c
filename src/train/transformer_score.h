/* How many sentences a transformer translates. */
#ifndef TRAIN_TRANSFORMER_SCORE_H
#define TRAIN_TRANSFORMER_SCORE_H

#include "model/transformer.h"
#include "train/translation_score.h"

/* Of pairs of the source, with all threads; the same for any number. Nothing is said of where it
   looks: it has several heads and layers, and none of them has to align words. */
TranslationScore transformer_score(const Transformer *transformer, const Pair *pairs, int count);

#endif
