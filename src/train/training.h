/* The training loop, one step at a time: the same for every model.
 *
 *     TrainingPlan plan = training_plan(kind, sizes, 0, seed);
 *     Training *t = training_new(arena, &plan, model, examples);
 *     while (t->steps_done < plan.recipe.steps && !interrupted())
 *         loss = training_step(t);
 *     training_end(t);
 *
 * The same examples, initial parameters and recipe give the same bits on every machine with any
 * number of threads: a batch is split into parts, threads share the parts, and gradients are summed
 * in the order of the parts.
 *
 * Everything lives in the arena; training_end frees the working memory before the arena ends.
 * Nothing is printed, and nothing can fail.
 */
#pragma once

#include "load/weights.h"
#include "trace/traces.h"

/* A span of a text's tokens. */
typedef struct Sentence {
    int first, length;
} Sentence;

/* ---- the plan ---- */

/* Which model, its sizes, and the recipe. */
typedef struct TrainingPlan {
    const ModelKind *kind;
    void *sizes;
    ModelRecipe recipe;
    uint64_t seed;
} TrainingPlan;

/* The kind's recipe with this many steps (0: the recipe's own). The warm-up is at most a tenth of
   them. The sizes are not copied. */
TrainingPlan training_plan(const ModelKind *kind, void *sizes, int steps, uint64_t seed);

/* ---- the loop ---- */

struct Training;

/* Where batches and their loss come from. */
typedef struct Examples {
    /* Draws the batch of the next step; returns its number of parts, at most recipe.batch. The
       arena is reset with each step. */
    int (*draw)(const struct Training *training, void *data, Arena *arena);
    /* The summand of one part in the loss of the step [1,1]. The graph has the trained parameters,
       in their order, requiring gradients; see Parameter.chosen. Called by several threads at once
       for different parts. */
    Node *(*loss)(const struct Training *training, void *data, Graph *g, int part);
    void *data;
} Examples;

typedef struct Training {
    Arena *arena;
    TrainingPlan plan;
    Model model; /* in its current state */
    int steps_done;
    double loss; /* a running mean over about the latest 50 steps */
    Examples examples;
    /* Private to training.c. */
    struct Moments *moments; /* per parameter */
    double factor;           /* of gradient clipping: min(1, CLIP_NORM/norm) */
    int part_count;          /* of the current step */
    struct StepPart *parts;  /* recipe.batch of them */
    Arena *working, *step_arena, *thread_arenas[MAX_THREADS]; /* the others lie within the first */
} Training;

/* Trains the model's parameters in place, except fixed ones. Parameters and examples must outlive
   the training. */
Training *training_new(Arena *arena, const TrainingPlan *plan, Model model, Examples examples);

/* Makes the next step with Adam and returns its loss. If interrupted() becomes true meanwhile, no
   parameter changes.

   Adam (Kingma and Ba 2015, algorithm 1): each parameter moves by its mean gradient over the root
   of its mean squared gradient. The learning rate follows the recipe's schedule, gradients are
   clipped by norm, and weight decay is decoupled from them (AdamW, Loshchilov and Hutter 2019). */
double training_step(Training *training);

/* Frees the working memory; needless where the arena ends, too. */
void training_end(Training *training);

/* ---- the schedule ---- */

/* The learning rate of a step, from 0. */
double learning_rate(const ModelRecipe *recipe, int step);

/* The weight decay of the parameter with this name in a step, from 0. */
double weight_decay(const ModelRecipe *recipe, const char *name, int step);

/* ---- metadata of a weights file ---- */

void weights_file_say(WeightsFile *file, const char *name, const char *text);

extern const char not_measured[]; /* written instead of a score */

/* The corpus, the recipe, and how many steps were made. */
void weights_file_say_training(WeightsFile *file, const Training *training, const char *recipe);

/* ==== watch ====
 *
 * Records a training without influencing it: the loss, a measure on held-out sentences, and
 * snapshots of one sentence's attention after 0, 10, 100, … and the last step.
 *
 *     Watch *watch = watch_begin(&wanted);
 *     while (…)
 *         watch_step(watch, training_step(training));
 *     TrainingHistory history = watch_end(watch);
 *
 * When it records depends on the step number alone. Snapshots copy what they need; everything lives
 * in the arena, and nothing can fail.
 */

/* Values recorded after some steps; the labels are the step numbers. */
typedef struct Series {
    int count, step; /* step: of the latest value, 0 if none */
    const char **labels;
    real *values;
} Series;

typedef struct Watch {
    /* What to record. */
    const Training *training;
    const void *data;
    /* Names "weights" within the scope, after `step` steps; NULL: no snapshots. */
    void (*snapshot)(const void *data, Scope s, int step);
    double (*measure)(const void *data); /* on held-out sentences; NULL if there are none */
    int every;                           /* measured at multiples of this, and at powers of two */
    const char *id, *title, *formula;    /* of the measure */
    const char *format;                  /* of its number; without a measure, a text */

    const char *told; /* the latest measurement as text: "held-out perplexity 123" */
    /* Private to watch.c. */
    TrainingHistory history; /* recorded so far */
    int snapshot_step;       /* of the latest snapshot */
    Series loss, measured;
    double loss_sum; /* since the latest value of `loss` */
    double before;   /* measured before the first step */
} Watch;

/* Call before the first step. */
Watch *watch_begin(const Watch *wanted);

/* Call after each step, with its loss. */
void watch_step(Watch *watch, double loss);

/* Records a last time. Without a snapshot function the history has no snapshots. */
TrainingHistory watch_end(Watch *watch);

/* Adds a single number beside the measure's series, as "<id>/<name>". */
void watch_give(const Watch *watch, const char *name, const char *title, double number);
