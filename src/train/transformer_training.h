/* Training a transformer to translate, a step at a time, in the manner of train/translation.h:
 *
 *     TransformerTrainer *t = transformer_trainer_new(arena, &source, &transformer, settings);
 *     while (transformer_steps_done(t) < settings.steps && !interrupted())
 *         loss = transformer_step(t);
 *     transformer_trainer_free(t);
 *
 * Adam's rate rises in a straight line through the warm-up, and falls to 0 in another. The bits are
 * the same with any number of threads (train/pair_learning.h).
 */
#ifndef TRAIN_TRANSFORMER_TRAINING_H
#define TRAIN_TRANSFORMER_TRAINING_H

#include "model/transformer.h"
#include "train/pair_source.h"

typedef struct TransformerSettings {
    int steps, warm_up;      /* the last of the warm-up has the highest rate */
    int pairs;               /* a step */
    double rate;             /* the highest */
    double longest_gradient; /* a longer one is cut to it */
    double decay;            /* by how much matrices fade, per unit of the rate in each step */
    uint64_t seed;
} TransformerSettings;

typedef struct TransformerTrainer TransformerTrainer;

/* Trains the transformer in place; it and the source outlive the trainer. Its `end` is END_WORD,
   and its vocabularies are the source's. */
TransformerTrainer *transformer_trainer_new(Arena *arena, const PairSource *source,
                                            Transformer *transformer, TransformerSettings settings);

/* The rate of a step, from 0. */
double transformer_rate(const TransformerSettings *settings, int step);

/* The next step; its loss. */
double transformer_step(TransformerTrainer *trainer);

int transformer_steps_done(const TransformerTrainer *trainer);

/* Gives back the working memory; the arena keeps the rest. */
void transformer_trainer_free(TransformerTrainer *trainer);

#endif
