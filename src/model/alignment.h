/* Attention of one query at a time, before and beside the transformer: which source words matter
 * for the next word? An energy for each source place, a softmax, and the mean of the annotations
 * with these weights:
 *
 *     eⱼ = score(s, hⱼ)      α = softmax(e)      c = Σⱼ αⱼ hⱼ
 *
 * G sentences side by side have a query [G,n] and annotations [T·G,m] (see model/recurrent.h).
 * Bahdanau et al. 2015, "Neural machine translation by jointly learning to align and translate";
 * Luong et al. 2015, "Effective approaches to attention-based neural machine translation". The
 * graph owns all nodes.
 *
 * A single query against keys without more structure: `attention` of model/attention.h takes it as
 * a matrix of one row (model/retrieval.h has more scores for that).
 */
#pragma once

#include "graph/ops.h"

typedef enum Score {
    SCORE_ADDITIVE, /* vₐᵀ tanh(Wₐs + Uₐhⱼ)      Bahdanau et al., A.1.2 */
    SCORE_DOT,      /* sᵀhⱼ                      Luong et al., eq. 8 */
    SCORE_GENERAL,  /* sᵀWₐhⱼ                    the same */
    SCORE_CONCAT,   /* vₐᵀ tanh(Wₐ[s ; hⱼ])      the same */
} Score;

/* Where a query may look. Places count from 0. */
typedef enum Reach {
    REACH_GLOBAL,     /* everywhere */
    REACH_MONOTONIC,  /* |j − t| ≤ D for target word t       Luong et al., §3.2, local-m */
    REACH_PREDICTIVE, /* |j − pₜ| ≤ D for a predicted pₜ, and the weights fall off with the
                         distance from it                    the same, local-p */
    REACH_OWN,    /* t − D ≤ j < t: its own states before this one       Daniluk et al. 2017 */
    REACH_OTHERS, /* |j − t| ≤ D and j ≠ t: not the word that is predicted from them */
} Reach;

/* What becomes of the weights.      Xu et al. 2015, "Show, attend and tell", §4 */
typedef enum Taking {
    TAKE_MEAN,    /* soft: the mean of the annotations with these weights */
    TAKE_DRAWN,   /* hard: one annotation, drawn in proportion to the weights */
    TAKE_LARGEST, /* hard: the one with the largest weight */
} Taking;

/* What an alignment model has learned. NULL where score and reach do not need it. Written for rows:
   Wₐs is a row s times W_a. */
typedef struct Aligner {
    Score score;
    Reach reach;
    int window; /* D, unless the reach is global; predictive at least 1, σ being D/2 */
    Node *W_a;  /* additive [n,a], general [n,m], concat [n+m,a] */
    Node *U_a;  /* additive [m,a] */
    Node *v_a;  /* additive, concat [1,a] */
    Node *W_p;  /* predictive [n,a] */
    Node *v_p;  /* predictive [1,a] */
    Taking taking;
    uint64_t seed; /* of what is drawn */
} Aligner;

/* Declares what score and reach need, for queries of n features, annotations of m and a layer of a
   units. The window and what becomes of the weights are the caller's. */
Aligner aligner_learned(Scope s, Score score, Reach reach, int n, int m, int a);

/* The side that waits for no query: made once for a sentence, used for every word of its
   translation. */
typedef struct AlignmentKeys {
    Node *annotations; /* hⱼ [T·G,m] */
    Node *projected;   /* Uₐhⱼ [T·G,a], additive; else NULL */
} AlignmentKeys;

AlignmentKeys alignment_keys(Scope s, const Aligner *aligner, Node *annotations);

typedef struct Aligned {
    Node *weights; /* α [G,T]: the softmax; predictive: softmax ⊙ bell, whose sum is at most 1 */
    Node *taken;   /* hard: 1 at the place that is taken, else 0 [G,T]; NULL if soft */
    Node *context; /* c = Σⱼ αⱼ hⱼ, or the hⱼ taken [G,m] */
} Aligned;

/* For target word number `word`, from 0, which only a monotonic reach and a draw look at: each word
   draws from a stream of its own. A window that lies wholly behind the end of the source has no
   weights, and its context is zero. Of one sentence only the energies within the window are
   computed, and only its annotations mixed; a batch, whose windows differ, computes all and hides
   the others. What is made on the way is named:

       place-sum   place-layer   place-score   place-share   source-length   place
                           predictive: pₜ = T · σ(v_pᵀ tanh(W_p s)) [G,1]     Luong et al., eq. 9
       near                unless all is seen: the annotations within the window
       projected-query   joined   sum   tanh   energies                e = score(s, hⱼ) [G,T]
       window   masked     unless global: 0 within the window, −∞ outside [G,T]
       softmax   bell      predictive: exp(−(j − pₜ)²/2σ²), σ = D/2 [G,T]              eq. 10
       weights   taken   context */
Aligned align(Scope s, const Aligner *aligner, const AlignmentKeys *keys, Node *query, int word);
