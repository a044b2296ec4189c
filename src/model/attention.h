/* Attention, in the notation of Vaswani et al. 2017, "Attention is all you need".
 *
 * What is made is named in the scope, and found there by its path: "head-1/weights". A function
 * returns only what others are composed of. Rows are queries, columns are keys; masks are 0 where a
 * query may look and −∞ where it may not.
 */
#pragma once

#include "graph/ops.h"

/* Where scores are divided by √dₖ: before the softmax, as in the paper, nowhere, or its result. */
typedef enum ScoreScale { SCALE_ROOT, SCALE_NONE, SCALE_AFTER } ScoreScale;

/* What makes weights of a row of scores s: softmax(s), s/Σs, s²/Σs². */
typedef enum Weighting { WEIGHTING_SOFTMAX, WEIGHTING_LINEAR, WEIGHTING_SQUARED } Weighting;

/* How a mask hides: scores become −∞, as in the paper, or 0, which hides nothing from a softmax; or
   weights become 0, and are no longer all of the row. */
typedef enum Masking { MASKING_BEFORE, MASKING_ZERO, MASKING_AFTER } Masking;

/* How attention, and the positions before it, depart from the paper's; all zero is the paper's. */
typedef struct Variation {
    ScoreScale scale;
    double temperature; /* scores are divided by it; 0: they are not */
    Weighting weighting;
    Masking masking;
    double base; /* of the positions */
} Variation;

/* The learned matrices of one multi-head attention, d × d each: the heads stand side by side in
   the columns of W_Q, W_K and W_V. */
typedef struct Projections {
    Node *W_Q, *W_K, *W_V, *W_O;
} Projections;

/* Declared, with the start of W_O. */
Projections projections_learned(Scope s, int d, Start output);

/* How attention is done, and over what: one sentence or a batch. */
typedef struct AttentionShape {
    int heads;
    Variation variation;
    Node *mask;     /* M of 0 and −∞ for one sentence [n,m], or NULL */
    int sentences;  /* of one length on top of each other, none of which sees another */
    bool own_names; /* rows and columns of the weights are called as what asks and what is asked,
                       not "query" and "key" */
} AttentionShape;

typedef struct Attended {
    Node *queries, *keys; /* Q [n,dₖ], K [m,dₖ] */
    Node *scores;         /* QKᵀ [n,m] */
    Node *scaled;  /* over √dₖ and the temperature; where both are left out, the scores */
    Node *masked;  /* with M; where there is none, as scaled */
    Node *values;  /* V, which the weights weigh [m,dᵥ] */
    Node *weights; /* [n,m] */
    Node *output;  /* [n,dᵥ] */
} Attended;

/* a ⊙ [M = 0]: 0 where the mask hides; one of a sentence is for each of a batch. */
Node *zero_hidden(Scope s, Node *a, Node *mask);

/* Scores behind the mask, if there is one before the weights. What is no softmax has no use for −∞:
   there 0 hides. */
Node *masked_scores(Scope s, Node *scaled, const AttentionShape *shape);

/* The weights that they make, and what a variation does after that; keys are d_k wide. */
Node *attention_weights(Scope s, Node *masked, int d_k, const AttentionShape *shape);

/* The largest of each row [n,1]. */
Node *largest_of_rows(Graph *g, Node *weights);

/* Attention(Q, K, V) = softmax(QKᵀ/√dₖ + M) V      Vaswani et al. 2017, eq. 1
   q[n,dₖ] k[m,dₖ] v[m,dᵥ] */
Attended attention(Scope s, Node *q, Node *k, Node *v, const AttentionShape *shape);

typedef struct MultiHeadAttention {
    Attended *heads; /* NULL where nobody looks inside */
    Node *output;    /* Concat(head₁, …, head_H) W_O [n,d] */
} MultiHeadAttention;

/* MultiHead(X) = Concat(head₁, …, head_H) W_O, headᵢ = Attention(X W_Qᵢ, X W_Kᵢ, X W_Vᵢ)
   with dₖ = dᵥ = d/H, H dividing d      Vaswani et al. 2017, §3.2.2
   x[n,d] asks y[m,d], each head with its own columns of W_Q, W_K and W_V. */
MultiHeadAttention multi_head_attention(Scope s, Node *x, Node *y, Projections p,
                                        const AttentionShape *shape);

/* The output of the same where nobody looks inside and x asks itself: a few nodes for all heads,
   and no weights held unless a gradient is wanted. Its numbers and gradients are the same to the
   bit. */
Node *multi_head_output(Graph *g, Node *x, Projections p, const AttentionShape *shape);

/* Of the weights of all heads [n,m]. */
Node *mean_weights(Graph *g, const Attended *heads, int count);

/* ---- all heads projected together ---- */

/* The output of the same, Q, K and V of all heads being made at once, which is faster: a head has
   its columns of them, and no matrices of its own. */
Node *multi_head_attention_together(Scope s, Node *x, Node *y, const Projections *p,
                                    const AttentionShape *shape);

/* ---- masks: which keys a query may not look at ----
 *
 * A mask M[n,m] holds 0 where query i may look at key j and −∞ where it may not; it is added to
 * the scores, so that the softmax gives a hidden key no weight. Each function adds its own −∞ to
 * a mask that began as zeros, and so they combine: what any of them hides is hidden. */

/* Mᵢⱼ = −∞ where j > i: nobody looks ahead.   Vaswani et al. 2017, §3.2.3 */
void mask_causal(Tensor mask);

/* Mᵢⱼ = −∞ where |i − j| > window: each looks at its neighbours only.   Beltagy et al. 2020, §3.1
 */
void mask_local(Tensor mask, int window);

/* Mᵢⱼ = −∞ where j ≥ m − count: the last tokens only fill up a batch. As queries they stay. */
void mask_padding(Tensor mask, int count);

/* Mᵢⱼ = −∞ for one cell. */
void mask_hide(Tensor mask, int row, int col);
