/* The loop of training, a step at a time: the same for everything that learns.
 *
 *     TrainingPlan plan = training_plan(kind, sizes, 0, seed);
 *     Training *t = training_new(arena, &plan, model, examples);
 *     while (t->steps_done < plan.recipe.steps && !interrupted())
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

/* ---- what is about to be done ---- */

/* Which model, how large, by which recipe. */
typedef struct TrainingPlan {
    const ModelKind *kind;
    void *sizes;
    ModelRecipe recipe;
    uint64_t seed;
    bool pointing; /* attention's heads 1 and 2 are told where to look: train/questions.h */
} TrainingPlan;

/* By the kind's recipe, in so many steps, 0 for as many as that has. The warm-up is at most a tenth
   of them. */
TrainingPlan training_plan(const ModelKind *kind, void *sizes, int steps, uint64_t seed);

/* ---- doing it ---- */

struct Training;

/* What a model learns from. */
typedef struct Examples {
    /* Draws those of the next step; returns in how many parts, at most one a sentence of the
       recipe's batch. The arena is that of the step. */
    int (*draw)(const struct Training *training, void *data, Arena *arena);
    /* What a part adds to the loss of the step [1,1]. The graph is given parameters that are
       learning, in the order of those that are trained; see Parameter.chosen. Threads ask for
       different parts at once. */
    Node *(*loss)(const struct Training *training, void *data, Graph *g, int part);
    void *data;
} Examples;

typedef struct Training {
    Arena *arena;
    TrainingPlan plan;
    Model model; /* as it is by now; its corpus says what it is learned from */
    int steps_done;
    double loss; /* the mean of the steps at first, then one that follows the latest */
    /* The trainer's own. */
    Examples examples;
    struct Moments *moments; /* one a parameter */
    double factor;           /* of the step's gradients, so that they are not too long */
    int part_count;          /* of the step */
    struct BatchPart *parts; /* as many as a batch has sentences */
    Arena *step_arena, *thread_arenas[MAX_THREADS];
} Training;

/* Changes the model's parameters in place, but for those that are fixed. They and the examples
   outlive it. */
Training *training_new(Arena *arena, const TrainingPlan *plan, Model model, Examples examples);

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

/* A weights file: these parameters, and what it says of itself, in its order. */
typedef struct WeightsFile {
    Arena *arena;
    const Parameters *parameters;
    Precision precision;
    int count;
    NamedText texts[MOST_METADATA];
} WeightsFile;

void weights_file_say(WeightsFile *file, const char *name, const char *text);

extern const char not_measured[]; /* in the place of a score */

/* What was learned from, how, and how far. */
void weights_file_say_training(WeightsFile *file, const Training *training, const char *recipe);

/* Whole or not at all (base/whole_file.h). */
bool weights_file_write(const char *path, const WeightsFile *file, Error *error);
