/* Traces of bars and curves to test with, as narrators of comparisons and of trainings make them,
 * their numbers by hand. */
#pragma once

#include "support/scene.h"
#include "trace/trace.h"

/* Steps by themselves, their rows and columns all named. */
Step bars_of_numbers(Scene *scene, ValueKind kind, int rows, int cols, const char *const *labels,
                     const double *numbers);
/* `x` must stay while the step is used. */
Step curves_of_numbers(Scene *scene, int points, int count, const double *x, const double *numbers);

/* Curves over other axes, and with a mark on the x axis or NULL. */
Step logarithmic(Scene *scene, Step curves, bool x, bool y);
Step with_mark(Scene *scene, Step curves, double mark, const char *name);

/* The panels of a list (trace/trace.h). */
void add_listed(Trace *trace, const char *list);

/* A trace of one step. */
Trace *trace_of_step(Scene *scene, Step step);

/* Two sentences with one word: attention, contributions, and words near by before and after. */
Trace *comparison_trace(Scene *scene, const char *first, const char *second);

/* Scores in three layers, and in the last row the words that each leads to. */
Trace *mixed_trace(Scene *scene);

/* Attention at five steps of a training, the loss below or (`beside`) to the right. */
Trace *training_trace(Scene *scene, bool beside);
