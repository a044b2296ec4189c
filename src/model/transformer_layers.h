/* The layers of the transformer: Vaswani et al. 2017, "Attention is all you need", §3.1 and 3.3.
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
#pragma once

#include "model/attention.h"
#include "model/norm.h"

typedef enum NormPlace { NORM_POST, NORM_PRE, NORM_NONE, NORM_PLACES } NormPlace;

/* "post", "pre", "none" */
extern const char *const norm_place_names[NORM_PLACES];

typedef struct TransformerSizes {
    int source_words, target_words;
    int d_model, heads, ffn; /* heads divide d_model */
    int encoder_layers, decoder_layers;
    NormPlace norm;
    /* Not as it was learned, to see what that does; zero is the paper's. */
    Variation variation;
} TransformerSizes;

/* ---- what is learned ---- */

typedef struct FeedForwardParameters {
    Node *W_1, *b_1; /* [d,ffn] [1,ffn] */
    Node *W_2, *b_2; /* [ffn,d] [1,d] */
} FeedForwardParameters;

/* An encoder layer has no `cross`, and the first two norms. */
typedef struct LayerParameters {
    const TransformerSizes *sizes;
    Projections self, cross;
    FeedForwardParameters feed_forward;
    NormParameters norms[3]; /* in the order of the sublayers */
} LayerParameters;

/* The sizes are not copied. */
LayerParameters layer_learned(Scope s, const TransformerSizes *sizes, bool is_decoder);

/* ---- layers ---- */

/* FFN(x) = max(0, xW₁ + b₁)W₂ + b₂      Vaswani et al. 2017, eq. 2 */
Node *feed_forward(Scope s, const FeedForwardParameters *p, Node *x);

/* Every word asks every word of its sentence that is not hidden. x[n·sentences,d] → the same */
Node *encoder_layer(Scope s, const LayerParameters *p, int sentences, Node *x, Node *hidden);

/* Every word asks those before it and itself, under a causal mask, and then what is not hidden of
   the encoder's output. y[n,d] memory[m,d] causal[n,n] hidden[n,m] → [n,d] */
Node *decoder_layer(Scope s, const LayerParameters *p, int sentences, Node *y, Node *memory,
                    Node *causal, Node *hidden);
