/* The main job: a sentence through multi-head self-attention, beside attention without any learned
 * projection on the same input. */
#ifndef MODEL_SENTENCE_ATTENTION_H
#define MODEL_SENTENCE_ATTENTION_H

#include "model/self_attention.h"

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

/* The vectors of n words, from these weights, with or without their positions [n,d]. Neither is
   copied. The labels name the words where the graph has names. */
Node *sentence_input(Scope s, const Weights *weights, WordVectors vectors,
                     const char *const *labels, int n, bool positions);

SentenceAttention sentence_attention(Scope s, const Weights *weights, WordVectors vectors,
                                     const char *const *labels, int n,
                                     SelfAttentionSettings settings);

#endif
