/* How weights are made: everything that `make weights` decides for the built-in ones, and
 * `attnviz train attention` for others. */
#ifndef TRAIN_RECIPE_H
#define TRAIN_RECIPE_H

#include "model/context_model.h"
#include "train/corpus.h"
#include "train/trainer.h"

typedef struct Recipe {
    int vocabulary, d_model;
    int window, iterations;       /* of the static vectors */
    int heads;                    /* of the training that makes the embeddings */
    TrainingSettings all;         /* that training */
    TrainingSettings projections; /* of each other number of heads, the embeddings fixed */
} Recipe;

Recipe recipe_builtin(void);

/* The same for any corpus: `steps` 0 for as many as suit it. */
Recipe recipe_for(const Corpus *corpus, int d_model, int heads, int steps, uint64_t seed);

/* The static vectors and the first training in words, for the metadata of a weights file. */
const char *recipe_described(Arena *arena, const Recipe *recipe);

/* What training starts from: these static vectors, no bias, gain 2, drawn projections. The vectors
   are copied. */
ContextModel recipe_start_from(Arena *arena, Tensor vectors, int heads, uint64_t seed);

/* The same from static vectors of the corpus by the recipe. */
ContextModel recipe_start(Arena *arena, const Corpus *corpus, const Recipe *recipe);

/* The same embeddings, bias and gain, and copies of the projections, cut into another number of
   heads: what the training of those starts from. (From fresh ones it takes much longer to get as
   far: what the heads say together, W_V W_O, is nearly right already.) */
ContextModel recipe_other_heads(Arena *arena, const ContextModel *model, int heads);

#endif
