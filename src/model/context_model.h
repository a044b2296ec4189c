/* One word, two vectors: a static one goes in, and the same word comes out changed by the words
 * around it. This is the model that is trained; the main job shows its first half.
 *
 *     X = √d·E[words] + PE            H = X + MultiHead(X)
 *     score of word w at place i = g LayerNorm(Hᵢ)·E_w + b_w
 *
 * Input and output share the embeddings E (Press and Wolf 2017), so that a word's context vector
 * can be held against any word's static one. All nodes belong to the graph.
 */
#pragma once

#include "model/attention.h"
#include "model/model.h"

/* Words of the longest sentence. */
enum { MOST_PLACES = 64 };

typedef struct ContextSizes {
    int words, d_model, heads;
    Tensor positions; /* PE [MOST_PLACES,d_model], with POSITION_BASE: the same in every graph */
} ContextSizes;

/* In the arena. */
ContextSizes *context_sizes(Arena *arena, int words, int d_model, int heads);

/* It learns embeddings, bias, gain, W_Q, W_K, W_V, W_O. It is none of model_kinds: its file says no
   kind, and need not have all of that (load/weights.h). */
extern const ModelKind context_kind;

/* Whether a parameter has a row for every word (embeddings, bias); whether it is one of the
   projections, which depend on the number of heads. */
bool parameter_is_of_words(const Parameter *parameter);
bool parameter_is_projection(const Parameter *parameter);

/* The model in a graph. */
typedef struct ContextNodes {
    Node *embeddings; /* E [v,d] */
    Node *bias;       /* b [v,1] */
    Node *gain;       /* g [1,1] */
    Node *positions;  /* PE */
    Projections projections;
    int heads;
} ContextNodes;

ContextNodes context_nodes(Graph *g, const Model *model, bool is_learning);

/* What goes in: words one after the other, which may be of several sentences; then the mask keeps
   each sentence to itself, and places start again with each. Nothing is copied. */
typedef struct ContextInput {
    int n;
    const int *words;  /* rows of E */
    const int *places; /* of each word in its sentence, from 0 */
    Node *mask;        /* M [n,n] of 0 and −∞, or NULL */
    bool heads;        /* whether somebody looks inside the attention */
} ContextInput;

typedef struct ContextVectors {
    Node *embeddings; /* √d·E[words] [n,d] */
    Node *positional; /* PE [n,d] */
    MultiHeadAttention attention;
    Node *output; /* H [n,d] */
} ContextVectors;

ContextVectors context_vectors(Graph *g, const ContextNodes *model, ContextInput input);

/* What the scores at some places (rows of H) are made from: [g LayerNorm(H) | 1] [count,d+1], to
   be multiplied with rows of `context_candidates`. */
Node *context_questions(Graph *g, const ContextNodes *model, Node *output, const int *rows,
                        int count);

/* [E | b] [v,d+1] */
Node *context_candidates(Graph *g, const ContextNodes *model);
