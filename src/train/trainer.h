/* The loop of training, a step at a time:
 *
 *     Trainer *trainer = trainer_new(arena, &corpus, &model, settings);
 *     while (trainer_steps_done(trainer) < settings.steps && !interrupted())
 *         loss = trainer_step(trainer);
 *     trainer_free(trainer);
 *
 * Nothing is printed, and nothing fails. The same corpus, start and settings give the same bits on
 * every machine with any number of threads: a step's sentences are cut into groups, the groups are
 * shared among threads, and their gradients are added up in the order of the groups.
 */
#ifndef TRAIN_TRAINER_H
#define TRAIN_TRAINER_H

#include "model/context_model.h"
#include "train/corpus.h"

typedef struct TrainingSettings {
    int steps;
    int sentences;        /* a step */
    int candidates;       /* a step, for the objective's softmax */
    double learning_rate; /* at its highest: it climbs for `warm_up` steps, then falls to 0 */
    int warm_up;
    double causal;         /* the share of steps under a causal mask */
    bool projections_only; /* embeddings, bias and gain stay as they are */
    uint64_t seed;
} TrainingSettings;

/* What the built-in weights are made with. */
TrainingSettings training_settings_default(void);

typedef struct Trainer Trainer;

/* Trains the model in place; it and the corpus outlive the trainer. */
Trainer *trainer_new(Arena *arena, const Corpus *corpus, const ContextModel *model,
                     TrainingSettings settings);

/* The next step; its loss. */
double trainer_step(Trainer *trainer);

int trainer_steps_done(const Trainer *trainer);

/* Gives back the working memory; the arena keeps the rest. */
void trainer_free(Trainer *trainer);

#endif
