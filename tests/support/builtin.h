/* How the built-in weights are learned, which `make weights` does again. */
#pragma once

#include "train/texts.h"

enum { BUILTIN_HEADS = 3 };

/* With BUILTIN_HEADS, which also trains the embeddings, or with other numbers of heads. */
TrainingPlan builtin_plan(Arena *arena, const Corpus *corpus, int heads);

const char *builtin_plan_text(Arena *arena, const TrainingPlan *plan);

/* Trains as context_training does, and where heads 1 and 2 look, too: questions of kind c. */
Training *builtin_training(Arena *arena, const Corpus *corpus, const TrainingPlan *plan, Model m);

/* The loss of a group with the cross-entropy of the attention targets (−log of the attention weight
   of the target) and, for each head's scaled scores s of a sentence, the key-only penalty: the mean
   over its words j of (meanᵢ sᵢⱼ)². A softmax is invariant to a constant per row; but a constant
   per column attracts every query, whatever it asks. */
Node *pointed_objective(Graph *g, const Asked *asked, double key_only_weight);

/* The initial model for another number of heads: the same embeddings, bias and gain, fixed, and
   random projections. */
Model context_fresh_heads(Arena *arena, const Model *model, int heads, uint64_t seed);

/* Whether a parameter is one of the projections, which depend on the number of heads. */
bool parameter_is_projection(const Parameter *parameter);

/* Writes a weights file as context_file_write does, of several numbers of heads. They share
   embeddings, bias and gain, those of sets[0]; projections are called "heads-H/W_Q" …, and of a
   single number "W_Q" …. */
void builtin_file_write(const char *path, const Corpus *corpus, const Model *sets,
                        const ContextScore *scores, int count, WeightsFile *file);
