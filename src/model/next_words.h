/* The words of a translation, each after those before it: what is given of them, what they cost in
 * a loss, and what each might have been instead. */
#ifndef MODEL_NEXT_WORDS_H
#define MODEL_NEXT_WORDS_H

#include "model/model.h"

/* The word before each of the targets, in their order: `end` before the first. */
int *words_before(Arena *arena, const SentencePairs *pairs, int end);

/* weight · Σ −log p of the target words [1,1], in the order of the scores' rows; not copied. */
Node *surprise(Graph *g, Node *scores, const int *target, double weight);

/* The most probable of the target's words, the first first. */
typedef struct LikelyWords {
    int count;
    const int *words;
    Node *probabilities; /* [count,1] */
} LikelyWords;

/* Of a row of probabilities [1,v]; `most`: how many at most. */
LikelyWords likely_words(Graph *g, Node *probabilities, int most);

/* The same of a task, named "words" in a graph with names: their probabilities. */
Node *name_likely(Scope s, Node *probabilities, const TranslationTask *task);

#endif
