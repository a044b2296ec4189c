/* Adam (Kingma and Ba 2015, algorithm 1): each number moves by its mean gradient over the root of
 * its mean squared gradient. The learning rate follows a recipe; gradients are clipped by norm; and
 * weights decay apart from their gradients (Loshchilov and Hutter 2019). The bits are the same with
 * any number of threads. */
#ifndef TRAIN_ADAM_H
#define TRAIN_ADAM_H

#include "model/model.h"

/* One tensor being learned, and what Adam remembers of its gradients; all of one shape. */
typedef struct Moments {
    Tensor value, gradient, first, second;
} Moments;

typedef struct Optimizer {
    const Parameters *learned; /* changed in place */
    ModelRecipe recipe;
    Moments *moments; /* one a parameter; without rows of one that is fixed */
    int steps_done;
    double factor; /* of the gradients of this step, so that they are not too long */
} Optimizer;

/* Everything lives in the arena; the parameters outlive it. */
Optimizer optimizer_new(Arena *arena, const Parameters *learned, const ModelRecipe *recipe);

/* All gradients become 0: to be added to. */
void optimizer_clear(const Optimizer *optimizer);

/* The next step, by the gradients, with all threads. */
void optimizer_step(Optimizer *optimizer);

/* The learning rate of a step, from 0. */
double learning_rate(const ModelRecipe *recipe, int step);

/* The weight decay of the parameter with this name. */
double weight_decay(const ModelRecipe *recipe, const char *name, int step);

#endif
