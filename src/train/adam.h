/* Adam (Kingma and Ba 2015, algorithm 1): each number moves by its mean gradient over the root of
 * its mean squared gradient. The learning rate follows a recipe; gradients are clipped by norm; and
 * weights decay apart from their gradients (Loshchilov and Hutter 2019). The bits are the same with
 * any number of threads. */
#ifndef TRAIN_ADAM_H
#define TRAIN_ADAM_H

#include "model/model.h"

/* A parameter's gradient in this step, and what Adam remembers of those before: all of its shape,
   without rows where it is fixed. */
typedef struct Moments {
    Tensor gradient, first, second;
} Moments;

/* One a parameter, all 0, in the arena. */
Moments *moments_new(Arena *arena, const Parameters *learned);

/* The parameters' step, from 0, by their gradients, with all threads. */
void adam_step(const ModelRecipe *recipe, int step, const Parameters *learned,
               const Moments *moments);

/* The learning rate of a step, from 0. */
double learning_rate(const ModelRecipe *recipe, int step);

/* The weight decay of the parameter with this name. */
double weight_decay(const ModelRecipe *recipe, const char *name, int step);

#endif
