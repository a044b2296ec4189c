/* Training a model from pairs, by a plan, a step at a time.
 *
 *     ModelTraining *t = model_training_new(arena, &source, &plan);
 *     while (t->steps_done < t->plan.recipe.steps && !interrupted())
 *         loss = model_training_step(t);
 *     model_training_end(t);
 *     score = translation_score(&source, &t->model, pairs, count);
 *     model_training_write(t, stream, score);
 *
 * The loss is the mean surprise −log p of a target word after the true words before it. The same
 * source and plan give the same bits on every machine with any number of threads: a step's pairs
 * are cut into groups by their lengths, the groups are shared among threads, and their gradients
 * are added up in the order of the groups.
 *
 * Everything lives in the arena, but for the working memory that model_training_end gives back.
 * Nothing is printed, and nothing fails.
 */
#ifndef TRAIN_MODEL_TRAINING_H
#define TRAIN_MODEL_TRAINING_H

#include "train/training_plan.h"
#include "train/translation_score.h"

#include <stdio.h>

typedef struct ModelTraining {
    Arena *arena;
    const PairSource *source;
    TrainingPlan plan;
    Model model; /* as it is by now; its end is END_WORD */
    int steps_done;
    struct Working *working;
} ModelTraining;

/* Begins with what the plan's seed draws. The source, whose vocabularies the plan's sizes have,
   outlives it. */
ModelTraining *model_training_new(Arena *arena, const PairSource *source, const TrainingPlan *plan);

/* The next step, by Adam; its loss. */
double model_training_step(ModelTraining *training);

/* The last step was done: the model becomes what its file keeps. */
void model_training_end(ModelTraining *training);

/* Rounds to float16, which files keep, so that a score is that of the file. */
void parameters_round(Parameters *parameters);

/* The weights file that load/model_file.h reads, with what the model was learned from, how, and how
   well it does. Errors stay in the stream. */
void model_training_write(const ModelTraining *training, FILE *stream, TranslationScore score);

#endif
