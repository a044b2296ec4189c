/* What each word of a translation might have been instead. */
#ifndef MODEL_LIKELY_WORDS_H
#define MODEL_LIKELY_WORDS_H

#include "graph/names.h"

/* The most probable of the target's words, the first first. */
typedef struct LikelyWords {
    int count;
    const int *words;
    Node *probabilities; /* [count,1] */
} LikelyWords;

/* Of a row of probabilities [1,v]; `most`: how many at most. */
LikelyWords likely_words(Graph *g, Node *probabilities, int most);

/* Their rows, in a graph with names; `vocabulary` has the label of every word. */
Axis likely_axis(Graph *g, const LikelyWords *likely, const char *const *vocabulary);

#endif
