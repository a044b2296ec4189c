/* The layers that Vaswani et al. 2017 compare in table 1 (§4), and what stands in their place in
 * real networks: each takes n words of d features and gives as many back. They are there to be
 * counted, and to see how far a word reaches, not to be learned: every weight is 4, every bias 0.
 * In a graph of shapes they have no numbers at all. Nodes belong to the graph.
 */
#ifndef MODEL_LAYER_KINDS_H
#define MODEL_LAYER_KINDS_H

#include "graph/node.h"

typedef enum LayerKind {
    LAYER_SELF_ATTENTION, /* softmax(XXᵀ/√d) X */
    LAYER_RECURRENT,      /* hₜ = tanh(xₜW + hₜ₋₁U + b) */
    LAYER_CONVOLUTION,    /* relu([xₜ xₜ₋₁ … xₜ₋ₖ₊₁] W + b) */
    LAYER_RESTRICTED,     /* softmax(xₜNᵀ/√d) N of the r words N about word t */
    LAYER_MULTI_HEAD,     /* softmax(QKᵀ/√d) V W_O of XW_Q, XW_K, XW_V: one head */
    LAYER_GRU,            /* a state with two gates, Cho et al. 2014: cell_step */
    LAYER_DILATED,        /* a convolution of words kⁱ apart, i being the layer's depth:
                             Kalchbrenner et al. 2016 */
    LAYER_KINDS
} LayerKind;

/* "self-attention", "gru" */
extern const char *const layer_kind_names[LAYER_KINDS];

typedef struct LayerSizes {
    int n, d;   /* words, features */
    int kernel; /* k, at least 2: a convolution sees a word and the k − 1 before it */
    int window; /* words to either side that restricted attention sees, at least 1 */
} LayerSizes;

/* r = 2·window + 1, or n if there are no more words: what restricted attention sees at once. */
int layer_neighbourhood(const LayerSizes *s);

/* x[n,d] → [n,d]; `depth` is how many layers lie under this one. */
Node *layer(Graph *g, LayerKind kind, const LayerSizes *s, int depth, Node *x);

#endif
