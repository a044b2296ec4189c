/* Attention, in the notation of Vaswani et al. 2017, "Attention is all you need".
 *
 * Every function returns all its intermediates as nodes of the graph, which owns them. Rows are
 * queries, columns are keys. Masks are 0 where a query may look and −∞ where it may not.
 */
#ifndef MODEL_ATTENTION_H
#define MODEL_ATTENTION_H

#include "graph/names.h"

typedef enum ScoreScale { SCALE_ROOT, SCALE_NONE } ScoreScale;

typedef struct Attention {
    Node *scores;  /* QKᵀ [n,m] */
    Node *scaled;  /* QKᵀ/√dₖ; the scores themselves with SCALE_NONE */
    Node *masked;  /* scaled + M; scaled itself without a mask */
    Node *weights; /* softmax of each row of masked: Σⱼ weightsᵢⱼ = 1 */
    Node *output;  /* weights · V [n,dᵥ] */
} Attention;

/* Attention(Q, K, V) = softmax(QKᵀ/√dₖ + M) V      Vaswani et al. 2017, eq. 1
   q[n,dₖ] k[m,dₖ] v[m,dᵥ], mask[n,m] or NULL */
Attention scaled_dot_product(Graph *g, Node *q, Node *k, Node *v, Node *mask, ScoreScale scale);

typedef struct Head {
    Node *W_Q, *W_K, *W_V; /* this head's columns of the whole matrices [d,dₖ] */
    Node *Q, *K, *V;       /* X W_Q, X W_K, X W_V [n,dₖ] */
    Attention attention;
} Head;

typedef struct MultiHead {
    int head_count;
    Head *heads;
    Node *Q, *K, *V; /* of all heads side by side, where they were projected together; else NULL */
    Node *concat;    /* the heads' outputs side by side [n,d] */
    Node *W_O;
    Node *output; /* concat · W_O [n,d] */
} MultiHead;

/* The learned matrices of one multi-head attention, d × d each: the heads stand side by side in
   the columns of W_Q, W_K and W_V. */
typedef struct Projections {
    Node *W_Q, *W_K, *W_V, *W_O;
} Projections;

/* MultiHead(X) = Concat(head₁, …, head_H) W_O, headᵢ = Attention(X W_Qᵢ, X W_Kᵢ, X W_Vᵢ)
   with dₖ = dᵥ = d/H, H dividing d      Vaswani et al. 2017, §3.2.2
   queries[n,d], keys[m,d] (also the values' source), mask[n,m] or NULL */
MultiHead multi_head(Graph *g, Node *queries, Node *keys, Projections p, int head_count, Node *mask,
                     ScoreScale scale);

/* The same over sentences of one length on top of each other, none of which sees another: block i
   of `queries` asks block i of `keys`, under a mask for one sentence (or NULL). The heads are
   projected together, which is faster; a head's Q, K and V are then columns of these, and it has
   no W_Q, W_K, W_V of its own. */
MultiHead multi_head_of_sentences(Graph *g, Node *queries, Node *keys, Projections p,
                                  int head_count, Node *mask, ScoreScale scale, int sentences);

/* The same from queries, keys and values that were projected before. */
MultiHead multi_head_of_projected(Graph *g, Node *Q, Node *K, Node *V, Node *W_O, int head_count,
                                  Node *mask, ScoreScale scale, int sentences);

/* ---- with names ---- */

/* How attention is done, and over what: one sentence or a batch. */
typedef struct AttentionShape {
    int heads;
    ScoreScale scale;
    Node *mask;     /* M of 0 and −∞ for one sentence [n,m], or NULL */
    int sentences;  /* of one length on top of each other, none of which sees another */
    bool own_names; /* rows and columns of the weights are called as what asks and what is asked,
                       not "query" and "key" */
} AttentionShape;

typedef struct Attended {
    Node *scores;  /* QKᵀ [n,m] */
    Node *values;  /* V, which the weights weigh [m,dᵥ] */
    Node *weights; /* [n,m] */
    Node *output;  /* [n,dᵥ] */
} Attended;

/* Attention(Q, K, V) = softmax(QKᵀ/√dₖ + M) V      Vaswani et al. 2017, eq. 1
   q[n,dₖ] k[m,dₖ] v[m,dᵥ] */
Attended attention(Scope s, Node *q, Node *k, Node *v, const AttentionShape *shape);

typedef struct MultiHeadAttention {
    Attended *heads;
    Node *output; /* Concat(head₁, …, head_H) W_O [n,d] */
} MultiHeadAttention;

/* MultiHead(X) = Concat(head₁, …, head_H) W_O, headᵢ = Attention(X W_Qᵢ, X W_Kᵢ, X W_Vᵢ)
   with dₖ = dᵥ = d/H, H dividing d      Vaswani et al. 2017, §3.2.2
   x[n,d] asks y[m,d], each head with its own columns of W_Q, W_K and W_V. */
MultiHeadAttention multi_head_attention(Scope s, Node *x, Node *y, Projections p,
                                        const AttentionShape *shape);

/* ---- all heads projected together ---- */

/* Keys and values of the words so far, where one word after another asks all before it. */
typedef struct KvCache {
    int length;  /* of the words so far */
    Tensor K, V; /* theirs are the first rows [longest,d] */
} KvCache;

/* Without words, and room for so many. */
KvCache kv_cache_new(Arena *arena, int longest, int d);

/* Nothing of the nodes is needed afterwards. K[n,d] V[n,d] */
void kv_cache_append(KvCache *cache, const Node *K, const Node *V);

/* The output of the same, Q, K and V of all heads being made at once, which is faster: a head has
   its columns of them, and no matrices of its own. With a cache, x asks the words that are in it,
   and y among them; y is NULL where there is none to add. */
Node *multi_head_attention_together(Scope s, Node *x, Node *y, const Projections *p,
                                    const AttentionShape *shape, KvCache *cache);

#endif
