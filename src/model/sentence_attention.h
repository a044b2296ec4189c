/* The main job: a sentence through multi-head self-attention, beside attention without any learned
 * projection on the same input. */
#pragma once

#include "model/attention.h"
#include "model/weights.h"

typedef struct SelfAttentionSettings {
    int heads; /* divides the weights' d_model */
    bool positions;
    bool normalise; /* attention without projections has vectors of length 1, where x·x is 1 */
    Variation variation;
    Tensor mask; /* [n,n] of 0 and −∞; no data for none */
} SelfAttentionSettings;

typedef struct SentenceAttention {
    SelfAttentionSettings settings;
    Node *input;  /* X + PE; X itself without positions [n,d] */
    Node *mask;   /* M [n,n] or NULL */
    Attended raw; /* softmax(XXᵀ/√d + M) X, X being rows of length 1 if normalised */
    Attended *heads;
    Node *W_O;
    Node *mean, *output; /* of the heads' weights [n,n]; [n,d] */
} SentenceAttention;

/* The vectors of n words, from these weights [n,d]. Neither is copied. The labels name the words
   where the graph has names. */
Node *sentence_embeddings(Scope s, const Weights *weights, WordVectors vectors,
                          const char *const *labels, int n);

/* X + PE, or X itself without positions. */
Node *sentence_input(Scope s, Node *X, const char *const *labels,
                     const SelfAttentionSettings *settings);

/* Attention over this input. */
SentenceAttention sentence_attention_over(Scope s, const Weights *weights, Node *input,
                                          const char *const *labels,
                                          SelfAttentionSettings settings);

/* The control: XXᵀ/√d (over the temperature) times the number c that gives its scores the standard
   deviation of the heads' (on average), so that no head differs from it by scale. The weights;
   named

       matched/scores   matched/masked   matched/weights */
Node *matched_attention(Scope s, const SentenceAttention *attention);

/* All of it: words, input, attention. */
SentenceAttention sentence_attention(Scope s, const Weights *weights, WordVectors vectors,
                                     const char *const *labels, int n,
                                     SelfAttentionSettings settings);

/* What the weights' matrices are in a graph. */
Projections projections_of(Graph *g, const Weights *weights);

/* One query of the sentence, that of the word at a place from 0, followed through each head: rows
   of the matrices above. The steps, of head h:

       word/head-h/query              q [1,dₖ]
       word/head-h/keys               K
       word/head-h/scores   …/scaled   …/masked   …/weights      one number of each key [n,1]
       word/head-h/stages             those side by side
       word/head-h/values             V
       word/head-h/parts              each value times its weight [n,dₖ]
       word/head-h/sum                their sum [1,dₖ]
       word/output                    the word's row of the output [1,d] */
void follow_word(Scope s, const SentenceAttention *attention, int place);

/* ---- what the projections do ---- */

/* What the learned projections do that XXᵀ does not, in numbers: attention without projections,
   each head, and the mean of the heads, measured side by side (projection_measures.c). Scores are
   measured as they are before the mask, which would make any matrix asymmetric; weights as they are
   behind it. The steps, of n words whose attention has H heads:

       symmetry    of the scores: XXᵀ, each head [1+H,1]
       diagonal    a word's mean weight for itself: XXᵀ, each head, mean [1+H+1,1]
       entropy     of each row of weights, in bits: XXᵀ, each head, mean, and the control, XXᵀ at
                   the heads' spread [n,1+H+1+1]
       raw/most    each row's largest weight without projections [n,1], …
       mean/most   … and in the mean of the heads, their rows saying whose that is [n,1]
       distances   total variation between the weights: XXᵀ, each head [1+H,1+H]
*/
void measure_projections(Scope s, const SentenceAttention *attention, const char *const *labels);
