/* Watches a training, and changes nothing in it: the loss, what is measured on sentences held out,
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
#pragma once

#include "trace/traces.h"
#include "train/training.h"

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
