/* Adam (Kingma and Ba 2015, algorithm 1): each number moves by its mean gradient over the root of
 * its mean squared gradient. */
#ifndef TRAIN_ADAM_H
#define TRAIN_ADAM_H

#include "tensor/tensor.h"

/* One tensor being learned, and what Adam remembers of its gradients; all of one shape. */
typedef struct Moments {
    Tensor value, gradient, first, second;
} Moments;

Moments moments_new(Arena *arena, Tensor value);

/* θ ← θ − rate m̂/(√v̂ + ε) after step number `step`, from 1, with the gradient times `factor`;
   rows from … to − 1. */
void adam_update(const Moments *moments, int from, int to, int step, double rate, double factor);

/* θ ← (1 − share) θ, apart from the gradient.   Loshchilov and Hutter 2019 */
void adam_decay(const Moments *moments, int from, int to, double share);

#endif
