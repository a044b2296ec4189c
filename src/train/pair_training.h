/* A training from pairs, by a recipe, whichever model learns: what `make translators` and the
 * commands `attnviz train …` have alike.
 *
 *     PairTraining *t = transformer_training(arena, &source, &recipe);
 *     while (t->steps_done < t->steps && !interrupted())
 *         loss = pair_training_step(t);
 *     pair_training_end(t);
 *     score = pair_training_score(t, pairs, count);
 *     pair_training_write(t, stream, score);
 *
 * Everything lives in the arena, but for the working memory that pair_training_end gives back.
 */
#ifndef TRAIN_PAIR_TRAINING_H
#define TRAIN_PAIR_TRAINING_H

#include "train/transformer_recipe.h"
#include "train/translation_score.h"
#include "train/translator_recipe.h"

#include <stdio.h>

typedef struct PairTraining {
    Arena *arena;
    const PairSource *source;
    const char *name; /* "bahdanau", "transformer" */
    int steps, steps_done;
    const struct PairModel *model; /* what it can do */
    void *state;                   /* the model itself, its recipe and its trainer */
} PairTraining;

/* Each begins with the start that its recipe draws. The source outlives it. */
PairTraining *translator_training(Arena *arena, const PairSource *source,
                                  const TranslatorRecipe *recipe);
PairTraining *transformer_training(Arena *arena, const PairSource *source,
                                   const TransformerRecipe *recipe);

/* The next step; its loss. */
double pair_training_step(PairTraining *training);

/* The last step was done: the model becomes what its file keeps. */
void pair_training_end(PairTraining *training);

/* How well it translates pairs of its source, during training too. */
TranslationScore pair_training_score(const PairTraining *training, const Pair *pairs, int count);

/* How many numbers are learned. */
long pair_training_parameters(const PairTraining *training);

/* The weights file. Errors stay in the stream. */
void pair_training_write(const PairTraining *training, FILE *stream, TranslationScore score);

#endif
