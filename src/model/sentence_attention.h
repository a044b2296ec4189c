/* The main job: a sentence through multi-head self-attention, beside attention without any learned
 * projection on the same input. */
#ifndef MODEL_SENTENCE_ATTENTION_H
#define MODEL_SENTENCE_ATTENTION_H

#include "model/attention.h"
#include "model/weights.h"

typedef struct SelfAttentionSettings {
    int heads; /* divides the weights' d_model */
    bool positions;
    ScoreScale scale;
    Tensor mask; /* [n,n] of 0 and −∞; no data for none */
} SelfAttentionSettings;

typedef struct SentenceAttention {
    int n, d_model, d_k;
    SelfAttentionSettings settings;
    const char *origin; /* of the weights: "random, not learned" */
    Node *input;        /* X + PE; X itself without positions [n,d] */
    Node *mask;         /* M [n,n] or NULL */
    Attended raw;       /* softmax(XXᵀ/√d + M) X */
    Attended *heads;
    Node *W_O;
    Node *mean, *output; /* of the heads' weights [n,n]; [n,d] */
} SentenceAttention;

/* The vectors of n words, from these weights [n,d]. Neither is copied. The labels name the words
   where the graph has names. */
Node *sentence_embeddings(Scope s, const Weights *weights, WordVectors vectors,
                          const char *const *labels, int n);

/* X + PE, or X itself without positions. */
Node *sentence_input(Scope s, Node *X, const char *const *labels, bool positions);

/* Attention over this input. */
SentenceAttention sentence_attention_over(Scope s, const Weights *weights, Node *input,
                                          const char *const *labels,
                                          SelfAttentionSettings settings);

/* All of it: words, input, attention. */
SentenceAttention sentence_attention(Scope s, const Weights *weights, WordVectors vectors,
                                     const char *const *labels, int n,
                                     SelfAttentionSettings settings);

#endif
