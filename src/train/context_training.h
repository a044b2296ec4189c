/* How attention learns from a text: everything that `make weights` decides for the built-in
 * weights, and `attnviz train attention` for others.
 *
 *     TrainingPlan plan = context_plan(arena, &corpus, 48, 3, 0, seed);
 *     Training *t = context_training(arena, &corpus, &plan, context_start(arena, &corpus, &plan));
 *     …                                                                  (train/training.h)
 *     context_score(arena, &corpus, &t->model, &score);
 *     context_file_write(path, &corpus, &t->model, &score, 1, &file, error);
 */
#pragma once

#include "load/tokens.h"
#include "model/context_model.h"
#include "train/questions.h"
#include "train/watch.h"

/* The share of steps under a causal mask. */
extern const double causal_share;

enum { BUILTIN_WORDS = 8000, BUILTIN_HEADS = 3 };

/* What the built-in weights are made by: those of BUILTIN_HEADS, which make the embeddings, or of
   other heads. */
TrainingPlan builtin_plan(Arena *arena, const Corpus *corpus, int heads);

/* For any corpus, and no head is told where to look: `steps` 0 for as many as suit it. */
TrainingPlan context_plan(Arena *arena, const Corpus *corpus, int d_model, int heads, int steps,
                          uint64_t seed);

/* In words, up to the learning rate and where heads are told to look. */
const char *context_plan_text(Arena *arena, const TrainingPlan *plan);

enum { STATIC_WINDOW = 10, STATIC_ITERATIONS = 20 };

/* One vector a word, from the company that it keeps: words of like meaning have like neighbours,
   so their rows of the co-occurrence matrix point the same way. They are the rows of an orthonormal
   basis of the d-dimensional leading subspace of a symmetric matrix M, each made one unit long:
   [words, d], in the arena. M has which words stand near each other more often than chance would
   have it (PPMI):

       max(0, log (cᵢⱼ c / (cᵢ cⱼ)))

   where cᵢⱼ counts how often word j stands within STATIC_WINDOW words of word i in one sentence to
   learn from, cᵢ = Σⱼ cᵢⱼ and c = Σᵢ cᵢ (Levy, Goldberg and Dagan 2015, §2.1). By orthogonal
   iteration (Golub and Van Loan, Matrix Computations, §8.2.4): Q ← the orthonormalised columns of
   M·Q, from random ones. The special words, and a word without neighbours, have zeros. */
Tensor static_vectors(Arena *arena, const Corpus *corpus, int d, uint64_t seed);

/* What training starts from: static vectors of the corpus, no bias, gain 2, drawn projections. */
Model context_start(Arena *arena, const Corpus *corpus, const TrainingPlan *plan);

/* The same embeddings, bias and gain, which are fixed, and drawn projections for so many heads:
   what the training of those starts from. */
Model context_fresh_heads(Arena *arena, const Model *model, int heads, uint64_t seed);

/* Trains the model in place; it and the corpus outlive the training. */
Training *context_training(Arena *arena, const Corpus *corpus, const TrainingPlan *plan,
                           Model model);

/* How well a model does on all sentences held out, and its heads on some. */
typedef struct ContextScore {
    double unigram, all, causal; /* perplexities; 0 until they are measured */
    HeadsMeasured heads;
} ContextScore;

/* Into a score of zeros, one after the other. */
void context_score(Arena *arena, const Corpus *corpus, const Model *model, ContextScore *score);

/* What was learned, as the weights file that attnviz shows (load/weights.h, docs/formats.md).
   Beside what the main job reads (embeddings = √d·E, the projections) there are bias [v,1] and gain
   [1,1], with which the model guesses words: what it has learned can be measured from the file.

   Sets of projections share embeddings, bias and gain: the first one's. One set is written as
   "W_Q" …, several as "heads-H/W_Q" …. Their scores, the corpus's licence, the vocabulary and the
   numbers of heads are added to what the file says. */
bool context_file_write(const char *path, const Corpus *corpus, const Model *sets,
                        const ContextScore *scores, int count, WeightsFile *file, Error *error);

/* Of the attention of a sentence, which has no tokens if there is none, and of perplexity. The
   corpus and the tokens outlive the watch. */
Watch *context_watch(const Training *training, const Corpus *corpus, Tokens sentence);
