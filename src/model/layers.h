/* The building blocks of models, above the operations: attention, alignment (one query at a time),
 * recurrent networks, norms, transformer layers. Each part is implemented in the file of its name.
 * The graph owns all nodes. */
#pragma once

#include "graph/ops.h"

/* ==== attention ====
 *
 * Attention, in the notation of Vaswani et al. 2017, "Attention is all you need".
 *
 * Intermediate results are named in the scope and found by path: "head-1/weights". Functions return
 * only what callers compose further. Rows are queries, columns are keys; a mask is 0 where a query
 * may attend and −∞ where it may not.
 */

/* Where to divide by √dₖ: before the softmax (the paper), nowhere, or after the softmax. */
typedef enum ScoreScale { SCALE_ROOT, SCALE_NONE, SCALE_AFTER } ScoreScale;

/* How a row of scores s becomes weights: softmax(s), s/Σs, s²/Σs². */
typedef enum Weighting { WEIGHTING_SOFTMAX, WEIGHTING_LINEAR, WEIGHTING_SQUARED } Weighting;

/* How masking is done: scores become −∞ (the paper); scores become 0, which does not hide them from
   a softmax; or weights become 0, so that rows no longer sum to 1. */
typedef enum Masking { MASKING_BEFORE, MASKING_ZERO, MASKING_AFTER } Masking;

/* How attention and position encodings differ from the paper; all zero is the paper's. */
typedef struct Variation {
    ScoreScale scale;
    double temperature; /* divides the scores; 0: none */
    Weighting weighting;
    Masking masking;
    double base; /* of the position encodings' wavelengths */
} Variation;

/* The parameters of one multi-head attention, d × d each. Each head has a block of columns of W_Q,
   W_K and W_V, and of rows of W_O. Biases [1,columns] may be NULL, as in the paper. */
typedef struct Projections {
    Node *W_Q, *W_K, *W_V, *W_O;
    Node *b_Q, *b_K, *b_V, *b_O;
} Projections;

/* How to attend, and over one sentence or a batch. */
typedef struct AttentionShape {
    int heads;
    Variation variation;
    Node *mask;     /* M of 0 and −∞ for one sentence [n,m], or NULL */
    int sentences;  /* in the batch: stacked, of equal length, not attending to each other */
    bool own_names; /* label the weights' axes by the query's and key's own rows instead of "query"
                       and "key" */
    int key_heads;  /* heads of keys and values, each shared by equally many of queries; 0: one per
                       head.      Shazeer 2019; Ainslie et al. 2023 */
    double rotary_base; /* of rotary positions (rotate_rows); 0: none. Only where the heads are
                           projected together */
} AttentionShape;

typedef struct Attended {
    Node *queries, *keys; /* Q [n,dₖ], K [m,dₖ] */
    Node *scores;         /* QKᵀ [n,m] */
    Node *scaled;         /* scores over √dₖ and the temperature; without either, `scores` */
    Node *masked;         /* scaled + M; without a mask, `scaled` */
    Node *values;         /* V [m,dᵥ] */
    Node *weights;        /* [n,m] */
    Node *output;         /* [n,dᵥ] */
} Attended;

/* a ⊙ [M = 0]: sets masked cells to 0. The mask of one sentence is repeated for a batch. */
Node *zero_hidden(Graph *g, Node *a, Node *mask);

/* The scores with the mask applied, if it applies before the weighting. Weightings other than
   softmax cannot use −∞: there masked scores are 0. */
Node *masked_scores(Scope s, Node *scaled, const AttentionShape *shape);

/* The attention weights, with what a variation does after the softmax; keys have d_k features. */
Node *attention_weights(Scope s, Node *masked, int d_k, const AttentionShape *shape);

/* The axis of a node's rows, such as the words of a sentence; empty in a graph without names. */
Axis rows_called(Scope s, Node *node);

/* The rows but those of padding, which are the last. */
Node *rows_read(Graph *g, Node *a);

/* The largest weight of each row [n,1]. */
Node *largest_of_rows(Graph *g, Node *weights);

/* Attention(Q, K, V) = softmax(QKᵀ/√dₖ + M) V      Vaswani et al. 2017, eq. 1
   q[n,dₖ] k[m,dₖ] v[m,dᵥ] */
Attended attention(Scope s, Node *q, Node *k, Node *v, const AttentionShape *shape);

typedef struct MultiHeadAttention {
    Attended *heads; /* NULL if only the output was computed */
    Node *output;    /* Concat(head₁, …, head_H) W_O [n,d] */
} MultiHeadAttention;

/* MultiHead(X) = Concat(head₁, …, head_H) W_O, headᵢ = Attention(X W_Qᵢ, X W_Kᵢ, X W_Vᵢ)
   with dₖ = dᵥ = d/H, H dividing d      Vaswani et al. 2017, §3.2.2
   Queries come from x[n,d], keys and values from y[m,d]. */
MultiHeadAttention multi_head_attention(Scope s, Node *x, Node *y, Projections p,
                                        const AttentionShape *shape);

/* Only the output, for self-attention: fused into a few nodes for all heads, and weights kept only
   if a gradient is needed. Values and gradients are bit-identical to those above. */
Node *multi_head_output(Graph *g, Node *x, Projections p, const AttentionShape *shape);

/* The mean of the heads' weights [n,m]. */
Node *mean_weights(Graph *g, const Attended *heads, int count);

/* ---- all heads projected together ---- */

/* The same output, but with Q, K and V of all heads from one product each, of which a head takes
   its columns: faster, without matrices of each head's own. */
Node *multi_head_attention_together(Scope s, Node *x, Node *y, const Projections *p,
                                    const AttentionShape *shape);

/* ---- masks: which keys a query may not attend to ----
 *
 * A mask M[n,m] holds 0 where query i may attend to key j and −∞ where it may not; it is added to
 * the scores, so that the softmax gives masked keys no weight. */

/* Either a window or a table of 0 and −∞; with neither, nothing is masked. */
typedef struct Mask {
    const Window *window;
    Tensor table;
} Mask;

/* The named mask with which no query looks ahead. */
Node *causal_mask(Scope s, const char *title, Axis queries, Axis keys);

/* Mᵢⱼ = −∞ for one cell. */
void mask_hide(Tensor mask, int row, int col);

/* ==== alignment ====
 *
 * Attention of one query at a time, as in recurrent translators: an energy for each source
 * position, a softmax, and the weighted mean of the annotations:
 *
 *     eⱼ = score(s, hⱼ)      α = softmax(e)      c = Σⱼ αⱼ hⱼ
 *
 * A batch of G sentences has queries [G,n] and annotations [T·G,m] (see recurrent). Bahdanau et al.
 * 2015, "Neural machine translation by jointly learning to align and translate"; Luong et al. 2015,
 * "Effective approaches to attention-based neural machine translation". The graph owns all nodes.
 *
 * For a single query without recurrence, `attention` takes a matrix of one row (retrieval in
 * model/studies.h has more scores).
 */

typedef enum Score {
    SCORE_ADDITIVE, /* vₐᵀ tanh(Wₐs + Uₐhⱼ)      Bahdanau et al., A.1.2 */
    SCORE_DOT,      /* sᵀhⱼ                      Luong et al., eq. 8 */
    SCORE_GENERAL,  /* sᵀWₐhⱼ                    the same */
    SCORE_CONCAT,   /* vₐᵀ tanh(Wₐ[s ; hⱼ])      the same */
} Score;

/* Which positions a query may attend to. Positions count from 0. */
typedef enum Reach {
    REACH_GLOBAL,     /* everywhere */
    REACH_MONOTONIC,  /* |j − t| ≤ D for target word t       Luong et al., §3.2, local-m */
    REACH_PREDICTIVE, /* |j − pₜ| ≤ D for a predicted pₜ, and the weights fall off with the
                         distance from it                    the same, local-p */
    REACH_OWN,    /* t − D ≤ j < t: its own states before this one       Daniluk et al. 2017 */
    REACH_OTHERS, /* |j − t| ≤ D and j ≠ t: not the word that is predicted from them */
} Reach;

/* Names of Score and Reach in settings and options: "additive", "none". */
extern const char *const score_names[], *const reach_names[];

/* How weights become a context.      Xu et al. 2015, "Show, attend and tell", §4 */
typedef enum Taking {
    TAKE_MEAN,    /* soft: the weighted mean of the annotations */
    TAKE_DRAWN,   /* hard: one annotation, sampled by the weights */
    TAKE_LARGEST, /* hard: the one with the largest weight */
} Taking;

/* The parameters of an alignment model, NULL if score and reach do not need them. Vectors are rows:
   Wₐs is s W_a. */
typedef struct Aligner {
    Score score;
    Reach reach;
    int window; /* D, unless global; at least 1 if predictive (σ = D/2) */
    Node *W_a;  /* additive [n,a], general [n,m], concat [n+m,a] */
    Node *U_a;  /* additive [m,a] */
    Node *v_a;  /* additive, concat [1,a] */
    Node *W_p;  /* predictive [n,a] */
    Node *v_p;  /* predictive [1,a] */
    Taking taking;
    uint64_t seed; /* of TAKE_DRAWN */
} Aligner;

/* Declares the parameters that score and reach need, for queries of n features, annotations of m
   and a layer of a units. The caller sets window, taking and seed. */
Aligner aligner_learned(Scope s, Score score, Reach reach, int n, int m, int a);

/* What does not depend on the query: computed once per sentence, used for every target word. */
typedef struct AlignmentKeys {
    Node *annotations; /* hⱼ [T·G,m] */
    Node *projected;   /* Uₐhⱼ [T·G,a], additive; else NULL */
} AlignmentKeys;

AlignmentKeys alignment_keys(Scope s, const Aligner *aligner, Node *annotations);

typedef struct Aligned {
    Node *weights; /* α [G,T]: the softmax; predictive: softmax ⊙ bell, with a sum of at most 1 */
    Node *taken;   /* hard: one-hot [G,T]; NULL if soft */
    Node *context; /* c = Σⱼ αⱼ hⱼ, or the hⱼ taken [G,m] */
} Aligned;

/* For target word number `word` (from 0), used only by a monotonic reach and by sampling, which has
   one random stream per word. A window wholly beyond the source gives zero weights and a zero
   context. For one sentence only the energies inside the window are computed; a batch, whose
   windows differ, computes all and masks the rest. Names:

       place-sum   place-layer   place-score   place-share   source-length   place
                           predictive: pₜ = T · σ(v_pᵀ tanh(W_p s)) [G,1]     Luong et al., eq. 9
       near                unless all are visible: the annotations within the window
       projected-query   joined   sum   tanh   energies                e = score(s, hⱼ) [G,T]
       window   masked     unless global: 0 within the window, −∞ outside [G,T]
       softmax   bell      predictive: exp(−(j − pₜ)²/2σ²), σ = D/2 [G,T]              eq. 10
       weights   taken   context */
Aligned align(Scope s, const Aligner *aligner, const AlignmentKeys *keys, Node *query, int word);

/* ==== recurrent ====
 *
 * Recurrent networks that read a sentence word by word.
 *
 * A batch of G sentences of equal length is read together; a state is [G,n]. A trace has G = 1.
 * Matrices over all positions are time-major: row t·G + g is position t of sentence g.
 */

typedef enum CellKind { CELL_TANH, CELL_GRU } CellKind;

/* Names of a cell's states; symbols are formats of the position. */
typedef struct CellWords {
    const char *title;     /* "State" */
    const char *state;     /* "h→_{%d}" */
    const char *candidate; /* "h̃_{%d}" */
} CellWords;

/* The parameters of a cell. A GRU's W and b are concatenated for z, r and the candidate. */
typedef struct RecurrentCell {
    CellKind kind;
    CellWords words;
    Node *W;       /* [d,n]; of a GRU [d,3n] */
    Node *U;       /* [n,n] */
    Node *U_gates; /* of a GRU, for z and r: [n,2n] */
    Node *b;       /* [1,n]; of a GRU [1,3n] */
} RecurrentCell;

/* Declares W, U, U_zr and b for d inputs and n units. */
RecurrentCell recurrent_cell(Scope s, CellKind kind, int d, int n, CellWords words);

/* A cell for one direction, with parameters under "forward/" or "backward/". */
RecurrentCell reading_cell(Scope s, CellKind kind, int d, int n, bool backwards);

/* The columns of W and b for n units: n, or 3n for a GRU. */
int cell_width(CellKind kind, int n);

/* xW + b for all rows of x[…,d] at once: the part of each step that does not depend on a state.
   `product` is the id of xW. */
Node *cell_input(Scope s, const RecurrentCell *cell, Node *x, const char *product);

/* The next state hₜ [G,n] from the previous one, given this step's xₜW + b.

   plain:  hₜ = tanh(xₜW + hₜ₋₁U + b)                   Elman 1990
   GRU:    z, r = σ(xₜW_zr + hₜ₋₁U_zr + b_zr)           Cho et al. 2014, eq. 5–8
           h̃ₜ = tanh(xₜW + (r ⊙ hₜ₋₁)U + b)
           hₜ = z ⊙ h̃ₜ + (1 − z) ⊙ hₜ₋₁                 in the form of Bahdanau et al. 2015, A.1.1

   z is the update gate, r the reset gate. The reset gate is applied before the product with U, as
   in both papers; torch.nn.GRU applies it after, and swaps z and 1 − z. */
Node *cell_step(Scope s, const RecurrentCell *cell, Node *input, Node *previous);

/* Direction and names of a pass over a sentence. */
typedef struct ReadOrder {
    const char *product; /* id of xW for all words: "forward/products" */
    const char *place;   /* scope of a position: "forward-%d" */
    const char *how;     /* suffix of titles: ", read forwards" */
    bool backwards;
} ReadOrder;

/* The states at all positions of x[T·G,d], in order of position. The returned array may be indexed
   at −1 (backwards: at T), where the initial state is. */
Node **read_places(Scope s, const RecurrentCell *cell, Node *x, int sentences, ReadOrder reading);

/* A sentence read forwards, and also backwards if there is a cell for it. */
typedef struct Encoding {
    int length;        /* T */
    Node **forward;    /* h→ at positions 0 … T−1 [G,n]; the initial state at −1 */
    Node **backward;   /* h← at positions 0 … T−1; the initial state at T; or NULL */
    Node *all[2];      /* h→ and h← of all positions [T·G,n]; the latter may be NULL */
    Node *annotations; /* hⱼ = [h→ⱼ ; h←ⱼ] [T·G,2n]; or only the forward states */
} Encoding;

/* x[T·G,d]: the word vectors. `backward` may be NULL.      Bahdanau et al. 2015, §3.2 */
Encoding encode(Scope s, const RecurrentCell *forward, const RecurrentCell *backward, Node *x,
                int sentences);

/* ==== norm ====
 *
 * Layer normalisation, with its intermediate results named.
 */

/* The parameters of a norm. */
typedef struct NormParameters {
    Node *gain, *bias; /* γ and β [1,d]; NULL without a norm. An RMS norm has no β */
    double epsilon;    /* 0: 10⁻⁵ */
} NormParameters;

/* γ ⊙ (x − μ)/√(σ² + ε) + β, a mean and a variance for each row      Ba, Kiros and Hinton 2016
   x[n,d]. The variance is the biased one (divided by d, not d − 1). With names the output's moments
   are named too. Without β the RMS norm γ ⊙ x/√(mean x² + ε)      Zhang and Sennrich 2019, eq. 4 */
Node *norm_with(Scope s, const NormParameters *p, Node *x);

/* ---- beside batch normalisation ---- */

/* Layer and batch normalisation, the same formula along different axes: mean and variance of each
   token over its features (Ba, Kiros and Hinton 2016), or of each feature over the tokens in the
   batch, as in training (Ioffe and Szegedy 2015). The steps:

       input   layer/mean   layer/variance   layer/output   batch/mean   batch/variance batch/output

   with other sentences in the batch also

       layer/joined   layer/change   batch/joined   batch/change

   and if they are padded to the longest, with padding included in the moments

       padded/layer/joined   padded/layer/change   padded/batch/joined   padded/batch/change

   `sentences`: the vectors of each sentence [n,d]; the first is normalised alone and with the
   others. `padded`: all of them with padding, or NULL. */
void norms_compared(Scope s, Node *const *sentences, int count, Node *padded);

/* ==== transformer layers ====
 *
 * The layers of the transformer: Vaswani et al. 2017, "Attention is all you need", §3.1 and 3.3.
 *
 * Each layer has two or three sublayers (attention, feed-forward), each wrapped as
 *
 *     post   LayerNorm(x + Sublayer(x))      as in the paper
 *     pre    x + Sublayer(LayerNorm(x))      Xiong et al. 2020
 *     none   x + Sublayer(x)                 ablation
 *
 * Attention projections have no biases, as in the paper; PyTorch's layers agree if theirs are zero.
 * There is no dropout. A batch stacks sentences of equal (or padded) length, which do not attend to
 * each other; a trace has one sentence. Nodes are found by name: "encoder-1/self/head-2/weights". A
 * mask is for one sentence or for all, or NULL.
 */

typedef enum NormPlace { NORM_POST, NORM_PRE, NORM_NONE, NORM_PLACES } NormPlace;

/* "post", "pre", "none" */
extern const char *const norm_place_names[NORM_PLACES];

/* The activation function of the hidden units: max(0, x); x Φ(x) and its approximation by tanh
   (Hendrycks and Gimpel 2016); x σ(x). */
typedef enum Activation {
    ACTIVATION_RELU,
    ACTIVATION_GELU,
    ACTIVATION_TANH,
    ACTIVATION_SILU
} Activation;

/* How the layers of a pretrained model differ from the paper's; all zero is the paper's. */
typedef struct LayerDesign {
    Activation activation;
    bool gated; /* a gate W_g beside W₁, and no biases      Shazeer 2020, eq. 6 */
    bool rms;   /* RMS norms */
    bool biased_qkv, biased_output; /* the projections have biases */
    double epsilon;                 /* of the norms; 0: 10⁻⁵ */
    int d_k;                        /* 0: d_model / heads */
    int key_heads;                  /* as in AttentionShape */
    double rotary_base;
} LayerDesign;

typedef struct TransformerSizes {
    int source_words, target_words;
    int d_model, heads, ffn; /* heads divide d_model */
    int encoder_layers, decoder_layers;
    NormPlace norm;
    /* An ablation at inference; zero is the paper's. */
    Variation variation;
    LayerDesign design;
} TransformerSizes;

/* ---- parameters ---- */

typedef struct FeedForwardParameters {
    Node *W_1, *b_1; /* [d,ffn] [1,ffn] */
    Node *W_2, *b_2; /* [ffn,d] [1,d] */
    Node *W_g;       /* of a gate [d,ffn], and then no biases; or NULL */
    Activation activation;
} FeedForwardParameters;

/* An encoder layer has no `cross` and only the first two norms. */
typedef struct LayerParameters {
    const TransformerSizes *sizes;
    Projections self, cross;
    FeedForwardParameters feed_forward;
    NormParameters norms[3]; /* in the order of the sublayers */
} LayerParameters;

/* Declares the projections of d_model features for these heads; `output` initialises W_O. */
Projections projections_learned(Scope s, const TransformerSizes *sizes, Start output);

/* Declares a norm of the kind in `sizes`. */
NormParameters norm_learned(Scope s, const TransformerSizes *sizes);

/* The sizes are not copied. */
LayerParameters layer_learned(Scope s, const TransformerSizes *sizes, bool is_decoder);

/* ---- layers ---- */

Node *activated(Scope s, Activation activation, Node *x);

/* Self-attention under `mask`; in a decoder layer (memory not NULL) then cross-attention to the
   encoder's output under `hidden`; then feed-forward.
   x[n·sentences,d] memory[m·sentences,d] mask[n,n] hidden[n,m] → [n·sentences,d] */
Node *transformer_layer(Scope s, const LayerParameters *p, int sentences, Node *x, Node *mask,
                        Node *memory, Node *hidden);
