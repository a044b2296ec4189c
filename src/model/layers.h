/* What models are composed of, beside the operations: attention, attention of one query at a time,
 * recurrent networks, norms, the layers of the transformer. Each part has its source in the file of
 * its name. A graph owns all nodes. */
#pragma once

#include "graph/ops.h"

/* ==== attention ====
 *
 * Attention, in the notation of Vaswani et al. 2017, "Attention is all you need".
 *
 * What is made is named in the scope, and found there by its path: "head-1/weights". A function
 * returns only what others are composed of. Rows are queries, columns are keys; masks are 0 where a
 * query may look and −∞ where it may not.
 */

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
   the columns of W_Q, W_K and W_V. Biases [1,columns] may be NULL, as in the paper. */
typedef struct Projections {
    Node *W_Q, *W_K, *W_V, *W_O;
    Node *b_Q, *b_K, *b_V, *b_O;
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
    int key_heads;  /* so many heads of keys and values, each for as many of queries; 0: as many.
                       Shazeer 2019; Ainslie et al. 2023 */
    double rotary_base; /* queries and keys are turned by their places (rotate_rows); 0: they are
                           not. Where all heads are projected together */
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

/* What a node's rows are: the words of a sentence. No axis where there are no names. */
Axis rows_called(Scope s, Node *node);

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

/* ==== alignment ====
 *
 * Attention of one query at a time, before and beside the transformer: which source words matter
 * for the next word? An energy for each source place, a softmax, and the mean of the annotations
 * with these weights:
 *
 *     eⱼ = score(s, hⱼ)      α = softmax(e)      c = Σⱼ αⱼ hⱼ
 *
 * G sentences side by side have a query [G,n] and annotations [T·G,m] (see recurrent).
 * Bahdanau et al. 2015, "Neural machine translation by jointly learning to align and translate";
 * Luong et al. 2015, "Effective approaches to attention-based neural machine translation". The
 * graph owns all nodes.
 *
 * A single query against keys without more structure: `attention` takes it as a matrix of one row
 * (retrieval in model/studies.h has more scores for that).
 */

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

/* The names of scores and reaches in settings and options: "additive", "none". */
extern const char *const score_names[], *const reach_names[];

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

/* ==== recurrent ====
 *
 * Recurrent networks: a state that reads a sentence word by word.
 *
 * G sentences of one length are read side by side, a state being a matrix [G,n]; a trace reads one,
 * G = 1. What holds all places of all sentences has row t·G + g for place t of sentence g, so that
 * with G = 1 row t is place t. Nodes belong to the graph.
 */

typedef enum CellKind { CELL_TANH, CELL_GRU } CellKind;

/* How a cell's states are called; symbols have the number of the place. */
typedef struct CellWords {
    const char *title;     /* "State" */
    const char *state;     /* "h→_{%d}" */
    const char *candidate; /* "h̃_{%d}" */
} CellWords;

/* What a cell has learned. A GRU's W and b stand side by side for z, r and the candidate. */
typedef struct RecurrentCell {
    CellKind kind;
    CellWords words;
    Node *W;       /* [d,n]; of a GRU [d,3n] */
    Node *U;       /* [n,n] */
    Node *U_gates; /* of a GRU, for z and r: [n,2n] */
    Node *b;       /* [1,n]; of a GRU [1,3n] */
} RecurrentCell;

/* Declares W, U, U_zr and b, of d inputs and n units. */
RecurrentCell recurrent_cell(Scope s, CellKind kind, int d, int n, CellWords words);

/* One that reads a sentence in this direction: its W, U, … are in "forward" or "backward". */
RecurrentCell reading_cell(Scope s, CellKind kind, int d, int n, bool backwards);

/* How many columns W and b have for n units. */
int cell_width(CellKind kind, int n);

/* xW + b for all rows of x[…,d] at once: the part of every step that waits for no state. `product`
   is the id of xW. */
Node *cell_input(Scope s, const RecurrentCell *cell, Node *x, const char *product);

/* The next state hₜ [G,n] from the previous one, given this step's xₜW + b.

   plain:  hₜ = tanh(xₜW + hₜ₋₁U + b)                   Elman 1990
   GRU:    z, r = σ(xₜW_zr + hₜ₋₁U_zr + b_zr)           Cho et al. 2014, eq. 5–8
           h̃ₜ = tanh(xₜW + (r ⊙ hₜ₋₁)U + b)
           hₜ = z ⊙ h̃ₜ + (1 − z) ⊙ hₜ₋₁                 in the form of Bahdanau et al. 2015, A.1.1

   z, the update gate, is how much of the candidate is taken; r, the reset gate, how much of the old
   state the candidate sees. The reset gate comes before the product with U, as in both papers;
   torch.nn.GRU puts it after, and has z and 1 − z the other way round. */
Node *cell_step(Scope s, const RecurrentCell *cell, Node *input, Node *previous);

/* How a sentence is read. */
typedef struct ReadOrder {
    const char *product; /* the id of what all words bring: "forward/products" */
    const char *place;   /* where the steps of a place are named: "forward-%d" */
    const char *how;     /* how their titles end: ", read forwards" */
    bool backwards;
} ReadOrder;

/* The states of all places of x[T·G,d], the first first. The initial state stands beside the place
   that is read first: at −1, or backwards at T. */
Node **read_places(Scope s, const RecurrentCell *cell, Node *x, int sentences, ReadOrder reading);

/* A sentence read forwards, and backwards too where there is a cell for it. */
typedef struct Encoding {
    int length;      /* T */
    Node **forward;  /* h→ of places 0 … T−1 [G,n], and the initial one at −1 */
    Node **backward; /* h← of places 0 … T−1, read from the initial one at T; NULL without */
    Node *all[2];    /* h→ of all places [T·G,n], and h←; the latter NULL without */
    Node *annotations; /* hⱼ = [h→ⱼ ; h←ⱼ] [T·G,2n]; the forward states alone without */
} Encoding;

/* x[T·G,d]: the vectors of the words. `backward` may be NULL.      Bahdanau et al. 2015, §3.2 */
Encoding encode(Scope s, const RecurrentCell *forward, const RecurrentCell *backward, Node *x,
                int sentences);

/* ==== norm ====
 *
 * Layer normalisation with its parts to be looked at. Nodes belong to the graph.
 */

/* What a norm learns. */
typedef struct NormParameters {
    Node *gain, *bias; /* γ and β [1,d]; NULL where there is no norm. An RMS norm has no β */
    double epsilon;    /* 0: 10⁻⁵ */
} NormParameters;

NormParameters norm_learned(Scope s, int d);
NormParameters rms_norm_learned(Scope s, int d);

/* γ ⊙ (x − μ)/√(σ² + ε) + β, a mean and a variance for each row      Ba, Kiros and Hinton 2016
   x[n,d]. The variance is that of the numbers there are: over n, not n − 1. Where somebody looks,
   with the moments of what comes out too. Without β γ ⊙ x/√(mean x² + ε).
                                                                Zhang and Sennrich 2019, eq. 4 */
Node *norm_with(Scope s, const NormParameters *p, Node *x);

/* ---- beside batch normalisation ---- */

/* Layer normalisation beside batch normalisation, which is the same formula along the other axis:
   each token by its own mean and variance, over its features (Ba, Kiros and Hinton 2016), or each
   feature by those of the tokens in the batch, as in training (Ioffe and Szegedy 2015). The steps:

       input   layer/mean   layer/variance   layer/output   batch/mean   batch/variance batch/output

   and with other sentences in the batch

       layer/joined   layer/change   batch/joined   batch/change

   and where they are padded to the longest, and the padding is counted

       padded/layer/joined   padded/layer/change   padded/batch/joined   padded/batch/change

   The vectors of each sentence [n,d], `count` of them: the first alone, and among the others; and
   all of them with padding between them, or NULL. */
void norms_compared(Scope s, Node *const *sentences, int count, Node *padded);

/* ==== transformer layers ====
 *
 * The layers of the transformer: Vaswani et al. 2017, "Attention is all you need", §3.1 and 3.3.
 *
 * Each layer is two or three sublayers (attention, feed-forward), and around each of them
 *
 *     post   LayerNorm(x + Sublayer(x))      as in the paper
 *     pre    x + Sublayer(LayerNorm(x))      Xiong et al. 2020
 *     none   x + Sublayer(x)                 to see what a norm is for
 *
 * The projections of attention have no biases, as in the paper; PyTorch's layers agree where theirs
 * are zero. There is no dropout. Sentences of one length, or padded to one, stand on top of each
 * other and do not see each other; a trace has one. The graph owns all nodes, and they are found by
 * their names: "encoder-1/self/head-2/weights". A mask is that of one sentence or of all, or NULL.
 */

typedef enum NormPlace { NORM_POST, NORM_PRE, NORM_NONE, NORM_PLACES } NormPlace;

/* "post", "pre", "none" */
extern const char *const norm_place_names[NORM_PLACES];

/* What makes hidden units of the sums before them: max(0, x); x Φ(x) and what comes near it by a
   tanh (Hendrycks and Gimpel 2016); x σ(x). */
typedef enum Activation {
    ACTIVATION_RELU,
    ACTIVATION_GELU,
    ACTIVATION_TANH,
    ACTIVATION_SILU
} Activation;

/* How layers depart from the paper's, as models of other people do; all zero is the paper's. */
typedef struct LayerDesign {
    Activation activation;
    bool gated; /* W₁ has a gate beside it, and no biases      Shazeer 2020, eq. 6 */
    bool rms;   /* RMS norms */
    bool biased_qkv, biased_output; /* projections */
    double epsilon;                 /* of norms; 0: 10⁻⁵ */
    int d_k;                        /* 0: d_model over the heads */
    int key_heads;                  /* as in AttentionShape */
    double rotary_base;
} LayerDesign;

typedef struct TransformerSizes {
    int source_words, target_words;
    int d_model, heads, ffn; /* heads divide d_model */
    int encoder_layers, decoder_layers;
    NormPlace norm;
    /* Not as it was learned, to see what that does; zero is the paper's. */
    Variation variation;
    LayerDesign design;
} TransformerSizes;

/* ---- what is learned ---- */

typedef struct FeedForwardParameters {
    Node *W_1, *b_1; /* [d,ffn] [1,ffn] */
    Node *W_2, *b_2; /* [ffn,d] [1,d] */
    Node *W_g;       /* of a gate [d,ffn]; then there are no biases. Else NULL */
    Activation activation;
} FeedForwardParameters;

/* An encoder layer has no `cross`, and the first two norms. */
typedef struct LayerParameters {
    const TransformerSizes *sizes;
    Projections self, cross;
    FeedForwardParameters feed_forward;
    NormParameters norms[3]; /* in the order of the sublayers */
} LayerParameters;

/* A norm as these sizes have it. */
NormParameters norm_designed(Scope s, const TransformerSizes *sizes);

/* The sizes are not copied. */
LayerParameters layer_learned(Scope s, const TransformerSizes *sizes, bool is_decoder);

/* ---- layers ---- */

/* FFN(x) = f(xW₁ + b₁)W₂ + b₂      Vaswani et al. 2017, eq. 2, where f is max(0, x)
   With a gate (f(xW_g) ⊙ xW₁)W₂      Shazeer 2020, eq. 6 */
Node *feed_forward(Scope s, const FeedForwardParameters *p, Node *x);

/* Every word asks the words of its sentence that the mask leaves, and in a decoder, which has a
   memory, then what is not hidden of that, the encoder's output.
   x[n·sentences,d] memory[m·sentences,d] mask[n,n] hidden[n,m] → [n·sentences,d] */
Node *transformer_layer(Scope s, const LayerParameters *p, int sentences, Node *x, Node *mask,
                        Node *memory, Node *hidden);
