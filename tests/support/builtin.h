/* How the built-in weights are learned, which `make weights` does again. */
#pragma once

#include "train/texts.h"

enum { BUILTIN_HEADS = 3 };

/* With BUILTIN_HEADS, which also trains the embeddings, or with other numbers of heads. */
TrainingPlan builtin_plan(Arena *arena, const Corpus *corpus, int heads);

/* The initial model for another number of heads: the same embeddings, bias and gain, fixed, and
   random projections. */
Model context_fresh_heads(Arena *arena, const Model *model, int heads, uint64_t seed);
