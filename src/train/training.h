/* The loop of training, a step at a time: the same for everything that learns.
 *
 *     Training *t = training_new(arena, parameters, &recipe, &examples);
 *     while (t->steps_done < t->recipe.steps && !interrupted())
 *         loss = training_step(t);
 *     training_end(t);
 *
 * The same examples, start and recipe give the same bits on every machine with any number of
 * threads: a step's examples come in parts, the parts are shared among threads, and their gradients
 * are added up in the order of the parts.
 *
 * Everything lives in the arena, but for the working memory that training_end gives back. Nothing
 * is printed, and nothing fails.
 */
#pragma once

#include "load/safetensors.h"
#include "model/model.h"

/* What a model learns from. */
typedef struct Examples {
    /* Draws those of a step, from 0; returns in how many parts. The arena is that of the step. */
    int (*draw)(void *data, Arena *arena, int step);
    /* What a part adds to the loss of the step [1,1]. The graph is given parameters that are
       learning, in the order of those that are trained; see Parameter.chosen. Threads ask for
       different parts at once. */
    Node *(*loss)(void *data, Graph *g, int part);
    void *data;
} Examples;

typedef struct Training {
    ModelRecipe recipe;
    int steps_done;
    double loss; /* the mean of the steps at first, then one that follows the latest */
    struct Working *working;
} Training;

/* Changes the parameters in place, but for those that are fixed. They and the examples outlive
   it. */
Training *training_new(Arena *arena, const Parameters *parameters, const ModelRecipe *recipe,
                       Examples examples);

/* The next step, by Adam; its loss. When interrupted() meanwhile, nothing is changed.

   Adam (Kingma and Ba 2015, algorithm 1): each number moves by its mean gradient over the root of
   its mean squared gradient. The learning rate follows a recipe; gradients are clipped by norm; and
   weights decay apart from their gradients (Loshchilov and Hutter 2019). */
double training_step(Training *training);

/* Gives back the working memory. */
void training_end(Training *training);

/* ---- how a step changes the parameters ---- */

/* The learning rate of a step, from 0. */
double learning_rate(const ModelRecipe *recipe, int step);

/* The weight decay of the parameter with this name. */
double weight_decay(const ModelRecipe *recipe, const char *name, int step);

/* ---- what a file says of it ---- */

enum { MOST_METADATA = 32 };

/* What a weights file says of itself, in its order. */
typedef struct Metadata {
    Arena *arena;
    int count;
    NamedText texts[MOST_METADATA];
} Metadata;

void metadata_add(Metadata *metadata, const char *name, const char *text);

/* What was learned from, how, and how far. */
void metadata_add_training(Metadata *metadata, const Training *training, const char *corpus,
                           const char *recipe, uint64_t seed);

/* A weights file of these tensors, whole or not at all (base/whole_file.h). */
bool weights_file_write(const char *path, const NamedTensor *tensors, int count,
                        const Metadata *metadata, Error *error);
