/* Watches a training, and changes nothing in it: what one sentence's attention is after 0, 10, 100,
 * … and the last step, the loss, and the perplexity of sentences held out.
 *
 *     Watch *watch = watch_new(arena, &corpus, &model, plan.recipe.steps, sentence);
 *     while (…)
 *         watch_step(watch, training_step(training));
 *     TrainingHistory history = watch_end(watch);
 *
 * When it looks depends on the number of steps alone. A snapshot copies what it needs; everything
 * is in the arena, and nothing fails.
 */
#pragma once

#include "load/tokens.h"
#include "model/context_model.h"
#include "trace/traces.h"
#include "train/corpus.h"

typedef struct Watch Watch;

/* Before the first step of at most `steps`. The sentence's attention is recorded; it has no tokens
   if there is none. Corpus, model and the tokens outlive the watch. */
Watch *watch_new(Arena *arena, const Corpus *corpus, const ContextModel *model, int steps,
                 Tokens sentence);

/* After each step. */
void watch_step(Watch *watch, double loss);

/* The latest perplexity. */
double watch_perplexity(const Watch *watch);

/* Looks a last time. The history has no snapshots if there is no sentence. */
TrainingHistory watch_end(Watch *watch);
