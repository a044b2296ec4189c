/* Derivatives held against finite differences; tight in a build with REAL=double. */
#pragma once

#include "graph/ops.h"
#include "support/scene.h"

/* Random numbers of N(0, 1), from a stream named after its shape and `name`. */
Tensor random_tensor(Arena *arena, int rows, int cols, const char *name);

/* Σᵢⱼ uᵢ vⱼ xᵢⱼ for fixed random u, v: one number that every cell of x takes part in. */
Node *weighted_sum(Graph *g, Node *x);

/* All zero, or one where they start as ones. */
void parameters_clear(Parameters *p);

/* Computes a loss [1,1] from parameters. */
typedef Node *(*BuildLoss)(Graph *g, Node *const *parameters);

/* That ∂loss/∂p by graph_backward is the symmetric difference quotient for every cell of every
   parameter. The values are changed while it runs, and restored. */
void check_gradients(Scene *scene, BuildLoss build, const Tensor *values, int count);

/* Computes a model's loss [1,1], in a graph that learns and uses the model's own numbers. */
typedef Node *BuildLearnedLoss(Graph *g, const void *model);

/* The same of all that it learns. */
void check_learned_gradients(Scene *scene, BuildLearnedLoss *build, const void *model);
