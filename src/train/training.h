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

#include "load/weights.h"
#include "trace/traces.h"

/* ---- what is about to be done ---- */

/* Which model, how large, by which recipe. */
typedef struct TrainingPlan {
    const ModelKind *kind;
    void *sizes;
    ModelRecipe recipe;
    uint64_t seed;
    bool pointing; /* attention's heads 1 and 2 are told where to look: train/texts.h */
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
    struct StepPart *parts;  /* as many as a batch has sentences */
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

void weights_file_say(WeightsFile *file, const char *name, const char *text);

extern const char not_measured[]; /* in the place of a score */

/* What was learned from, how, and how far. */
void weights_file_say_training(WeightsFile *file, const Training *training, const char *recipe);

/* ==== watch ====
 *
 * Watches a training, and changes nothing in it: the loss, what is measured on sentences held out,
 * and what one sentence's attention is after 0, 10, 100, … and the last step.
 *
 *     Watch *watch = watch_begin(&watched);
 *     while (…)
 *         watch_step(watch, training_step(training));
 *     TrainingHistory history = watch_end(watch);
 *
 * When it looks depends on the number of steps alone. A snapshot copies what it needs; everything
 * is in the arena, and nothing fails.
 */

typedef struct Watch Watch;

/* What is seen of a model. */
typedef struct Watched {
    const Training *training;
    const void *data;
    /* Names "weights" after so many steps, within the scope; NULL: no sentence is watched. */
    void (*snapshot)(const void *data, Scope s, int step);
    double (*measure)(const void *data); /* of sentences held out; NULL: there are none */
    int every;                           /* steps it is measured, and at every power of two */
    const char *id, *title, *formula;    /* of what is measured */
    const char *told[2];                 /* the words around it; the first alone, if nothing is */
} Watched;

/* Before the first step. */
Watch *watch_begin(const Watched *watched);

/* After each step. */
void watch_step(Watch *watch, double loss);

/* What was measured last, for a terminal: "held-out perplexity 123". */
const char *watch_told(const Watch *watch);

/* Looks a last time. The history has no snapshots if there is no sentence. */
TrainingHistory watch_end(Watch *watch);

/* A number that no series has, beside what is measured: "<id>/<name>". */
void watch_give(const Watch *watch, const char *name, const char *title, double number);
