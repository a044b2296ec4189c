/* The main job: a sentence through multi-head self-attention, beside attention without any learned
 * projection on the same input. Every intermediate is a node of the graph. */
#ifndef MODEL_SELF_ATTENTION_H
#define MODEL_SELF_ATTENTION_H

#include "model/attention.h"
#include "model/weights.h"

typedef struct SelfAttentionSettings {
    int heads; /* divides the weights' d_model */
    bool positions;
    ScoreScale scale;
    Tensor mask; /* [n,n] of 0 and −∞; no data for none */
} SelfAttentionSettings;

typedef struct SelfAttention {
    int n, d_model, d_k;
    SelfAttentionSettings settings;
    const char *origin; /* of the weights: "random, not learned" */
    Node *embeddings;   /* X: one row a token [n,d] */
    Node *positional;   /* PE [n,d]; NULL without positions */
    Node *input;        /* X + PE; X itself without positions */
    Node *mask;         /* M [n,n] or NULL */
    Attention raw; /* softmax(XXᵀ/√d + M) X: queries, keys and values are the input itself */
    MultiHead multi;
    Node *mean;       /* of the heads' weights */
    Node *difference; /* mean − raw weights */
} SelfAttention;

/* The vectors of the n tokens, from these weights; neither is copied. */
SelfAttention self_attention(Graph *g, const Weights *weights, WordVectors vectors, int n,
                             SelfAttentionSettings settings);

#endif
