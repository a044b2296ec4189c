/* What a training from pairs is about to do: which model, how large, by which recipe; and by which
 * sentences it is scored. */
#ifndef TRAIN_TRAINING_PLAN_H
#define TRAIN_TRAINING_PLAN_H

#include "model/model.h"
#include "train/pair_source.h"

typedef struct TrainingPlan {
    const ModelKind *kind;
    void *sizes;
    ModelRecipe recipe;
    uint64_t seed;
} TrainingPlan;

/* For the source's vocabularies, with these sizes, NULL for those of the recipe; in so many steps,
   0 for as many as the recipe has. The warm-up is at most a tenth of them. */
TrainingPlan training_plan(Arena *arena, const ModelKind *kind, const void *sizes,
                           const PairSource *source, int steps, uint64_t seed);

/* In words, for the metadata of the model's file. */
const char *recipe_text(Arena *arena, const ModelRecipe *recipe, const Model *model);

/* ---- what it is scored by ---- */

/* Of the pairs that the toy language holds out, settings were chosen by the first, and scores are
   of those behind them, which nobody has looked at. */
enum { CHOSEN_BY_PAIRS = 1000, MEASURED_PAIRS = 1000 };

/* The toy language with sentences of the lengths that the built-in models learn from. */
PairSource usual_language(Arena *arena);

/* The pairs that a score is of, into room for MEASURED_PAIRS; returns how many. They are the last
   of those held out: a user's file that holds out fewer than both passes over fewer, or none, as
   nothing was chosen by them. */
int measured_pairs(Arena *arena, const PairSource *source, Pair *pairs);

/* Which these are, counted from 1: "1001 to 2000 of those held out", or "none". */
const char *measured_range(Arena *arena, const PairSource *source);

#endif
