/* One word, two vectors: a static one goes in, and the same word comes out changed by the words
 * around it. This is the model that is trained; the main job shows its first half.
 *
 *     X = √d·E[words] + PE            H = X + MultiHead(X)
 *     score of word w at place i = g LayerNorm(Hᵢ)·E_w + b_w
 *
 * Input and output share the embeddings E (Press and Wolf 2017), so that a word's context vector
 * can be held against any word's static one. All nodes belong to the graph.
 */
#ifndef MODEL_CONTEXT_MODEL_H
#define MODEL_CONTEXT_MODEL_H

#include "model/attention.h"

typedef struct ContextModel {
    Node *embeddings; /* E [v,d] */
    Node *bias;       /* b [v,1] */
    Node *gain;       /* g [1,1] */
    Node *positions;  /* PE of places 0 … [longest,d]; see context_positions */
    Projections projections;
    int heads;
} ContextModel;

/* What goes in: words one after the other, which may be of several sentences; then the mask keeps
   each sentence to itself, and places start again with each. Nothing is copied. */
typedef struct ContextInput {
    int n;
    const int *words;  /* rows of E */
    const int *places; /* of each word in its sentence, from 0 */
    Node *mask;        /* M [n,n] of 0 and −∞, or NULL */
} ContextInput;

typedef struct ContextVectors {
    Node *embeddings; /* √d·E[words] [n,d] */
    Node *positional; /* PE [n,d] */
    Node *input;      /* X */
    MultiHead attention;
    Node *output; /* H [n,d] */
} ContextVectors;

/* PE for sentences of up to `longest` words, of a model with d features. */
Node *context_positions(Graph *g, int longest, int d);

ContextVectors context_vectors(Graph *g, const ContextModel *model, ContextInput input);

/* What the scores at some places (rows of H) are made from: [g LayerNorm(H) | 1] [count,d+1], to
   be multiplied with rows of `context_candidates`. */
Node *context_questions(Graph *g, const ContextModel *model, Node *output, const int *rows,
                        int count);

/* [E | b] [v,d+1] */
Node *context_candidates(Graph *g, const ContextModel *model);

#endif
