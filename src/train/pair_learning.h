/* A step of learning from pairs, for every model that is a list of tensors and a loss: translators
 * and the transformer. What the rate is and what fades is the model's own business
 * (train/translation.h, train/transformer_training.h).
 *
 * The loss is the mean surprise −log p of a target word after the true words before it. The same
 * source, tensors and settings give the same bits on every machine with any number of threads: a
 * step's pairs are cut into groups by their lengths, the groups are shared among threads, and their
 * gradients are added up in the order of the groups.
 */
#ifndef TRAIN_PAIR_LEARNING_H
#define TRAIN_PAIR_LEARNING_H

#include "model/translator.h"
#include "train/pair_source.h"

/* What learns. */
typedef struct PairLearner {
    const void *model;
    int tensor_count;
    const Tensor *tensors; /* changed in place; no data where the model has none */
    /* The loss of pairs; nodes[i] becomes the node of tensor i, if it has data. */
    Node *(*loss)(Graph *g, const void *model, const SentencePairs *pairs, Node **nodes);
} PairLearner;

typedef struct PairLearning PairLearning;

/* In steps of so many pairs. Model, tensors and source outlive it; its own memory is the arena's,
   but for the working memory. */
PairLearning *pair_learning_new(Arena *arena, const PairSource *source, PairLearner learner,
                                int pairs, uint64_t seed);

int pair_learning_steps_done(const PairLearning *learning);

/* Draws the next step's pairs and finds their gradients; their loss. */
double pair_learning_differentiate(PairLearning *learning);

/* By Adam along these gradients, cut to the longest; tensor i fades by decays[i] per unit of the
   rate first. The step is done then. */
void pair_learning_update(PairLearning *learning, double rate, double longest,
                          const double *decays);

/* Gives back the working memory; the arena keeps the rest. */
void pair_learning_free(PairLearning *learning);

#endif
