/* How well a model guesses words in sentences that it has not learned from: among how many equally
 * likely words it wavers on average. */
#ifndef TRAIN_PERPLEXITY_H
#define TRAIN_PERPLEXITY_H

#include "model/context_model.h"
#include "train/corpus.h"

typedef enum Sight { SEES_ALL, SEES_BEFORE } Sight; /* without a mask, and under the causal one */

/* exp of the mean of −log p(word) over the masked content words of the first `sentences` held-out
   sentences, p being a softmax over all content words. The same words are masked in every call. */
double perplexity(const Corpus *corpus, const ContextModel *model, Sight sight, int sentences);

/* The same of a model that knows only how frequent each word is. */
double unigram_perplexity(const Corpus *corpus, int sentences);

#endif
