/* The layers of the transformer: Vaswani et al. 2017, "Attention is all you need", §3.1 and 3.3.
 *
 * Each layer is two or three sublayers (attention, feed-forward), and around each of them
 *
 *     post   LayerNorm(x + Sublayer(x))      as in the paper
 *     pre    x + Sublayer(LayerNorm(x))      Xiong et al. 2020
 *     none   x + Sublayer(x)                 to see what a norm is for
 *
 * The projections of attention have no biases, as in the paper; PyTorch's layers agree where theirs
 * are zero. There is no dropout. Sentences of one length stand on top of each other and do not see
 * each other; a trace has one. Every function returns all its intermediates as nodes of the graph,
 * which owns them.
 */
#ifndef MODEL_TRANSFORMER_LAYERS_H
#define MODEL_TRANSFORMER_LAYERS_H

#include "model/attention.h"
#include "model/norm.h"

typedef enum NormPlace { NORM_POST, NORM_PRE, NORM_NONE, NORM_PLACES } NormPlace;

/* "post", "pre", "none" */
extern const char *const norm_place_names[NORM_PLACES];

/* ---- what is learned ---- */

typedef struct NormParameters {
    Node *gain, *bias; /* [1,d]; NULL where there is no norm */
} NormParameters;

typedef struct FeedForwardParameters {
    Node *W_1, *b_1; /* [d,ffn] [1,ffn] */
    Node *W_2, *b_2; /* [ffn,d] [1,d] */
} FeedForwardParameters;

/* An encoder layer has no `cross`, and the first two norms. */
typedef struct LayerParameters {
    Projections self, cross;
    FeedForwardParameters feed_forward;
    NormParameters norms[3]; /* in the order of the sublayers */
} LayerParameters;

/* What a layer is beside its numbers. */
typedef struct LayerShape {
    int heads;
    NormPlace norm;
    int sentences; /* on top of each other */
} LayerShape;

/* ---- sublayers ---- */

typedef struct FeedForward {
    Node *product; /* xW₁ [n,ffn] */
    Node *sums;    /* xW₁ + b₁ */
    Node *active;  /* max(0, xW₁ + b₁) */
    Node *back;    /* active · W₂ [n,d] */
    Node *output;  /* active · W₂ + b₂ */
} FeedForward;

/* FFN(x) = max(0, xW₁ + b₁)W₂ + b₂      Vaswani et al. 2017, eq. 2 */
FeedForward feed_forward(Graph *g, const FeedForwardParameters *p, Node *x);

/* What stands around a sublayer. */
typedef struct Residual {
    LayerNorm norm; /* of x (pre) or of the sum (post); all NULL without */
    Node *enters;   /* what the sublayer is given: x, or its norm */
    Node *sum;      /* x + what the sublayer made */
    Node *output;   /* the sum, or its norm */
} Residual;

/* ---- layers ---- */

typedef struct EncoderLayer {
    MultiHead self; /* every word asks every word */
    FeedForward feed_forward;
    Residual around_self, around_feed_forward;
    Node *output; /* [n,d] */
} EncoderLayer;

/* x[n,d] */
EncoderLayer encoder_layer(Graph *g, const LayerParameters *p, LayerShape shape, Node *x);

typedef struct DecoderLayer {
    MultiHead self;  /* under the causal mask */
    MultiHead cross; /* asked by the decoder, answered by the encoder */
    FeedForward feed_forward;
    Residual around_self, around_cross, around_feed_forward;
    Node *output; /* [n,d] */
} DecoderLayer;

/* x[n,d], memory[m,d]: the encoder's output, causal: the mask of one sentence */
DecoderLayer decoder_layer(Graph *g, const LayerParameters *p, LayerShape shape, Node *x,
                           Node *memory, Node *causal);

/* The norm behind the last layer; without one, x is the output. */
LayerNorm last_norm(Graph *g, const NormParameters *p, Node *x);

/* ---- word by word ---- */

/* What a decoder layer remembers while words are chosen one by one: keys and values. */
typedef struct DecoderPast {
    int length;                /* of the words before */
    Tensor K, V;               /* theirs, in the first rows [longest,d] */
    Node *memory_K, *memory_V; /* of the encoder's output [m,d] */
} DecoderPast;

/* Before the first word; it lives in the graph. */
DecoderPast decoder_past(Graph *g, const LayerParameters *p, Node *memory, int longest);

/* decoder_layer for one more word alone, x[1,d], which sees those before it: the past keeps what it
   has to of it, in its own memory. */
DecoderLayer decoder_layer_next(Graph *g, const LayerParameters *p, LayerShape shape, Node *x,
                                DecoderPast *past);

#endif
