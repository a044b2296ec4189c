/* How the score of each word of a translation moves with each word of the source: the gradient of a
 * score by a word's vector, its length and its share of all that the score moves with.
 *
 *     gradients        |∂score_i/∂x_j|                        [L,T]
 *     shares           each row over its sum: what models of different scores are compared by
 *
 * and of a translator that attends
 *
 *     by-annotations   |∂score_i/∂h_j|: of h_j as attention reads it, through the contexts of this
 *                      word and of those before it (a first state that is made from h_1 or h_T is
 *                      another way, which only `gradients` has)
 *     direct           α_ij |∂score_i/∂c_i|: through this word's context alone, its weights held.
 *                      It is no part of the above: what comes by other ways may cancel it
 *
 * Gradients are composed of operations (derivatives in graph/ops.h), word for word under
 * "step-i/…".
 */
#pragma once

#include "model/translator.h"

/* A translation in a graph with names. */
typedef struct ScoredWords {
    int length;
    const int *words;
    Node *x;                        /* the vectors of the source words [T,d] */
    Node *scores;                   /* of all words [L,v]; NULL: "step-i/scores" of each [1,v] */
    const Translation *translation; /* with attention; else NULL */
    Axis written, read;             /* the words of either side */
} ScoredWords;

/* The shares. */
Node *word_gradients(Scope s, const ScoredWords *words);
