/* Attention at its smallest: one query asks keys, and is answered with their values.
 *
 * Nothing is learned and nothing is projected, except that an additive score has a small layer of
 * its own. Nodes belong to the graph; rows are queries, columns are keys.
 */
#ifndef MODEL_RETRIEVAL_H
#define MODEL_RETRIEVAL_H

#include "graph/node.h"

typedef enum RetrievalScore {
    RETRIEVAL_DOT,      /* q·k */
    RETRIEVAL_SCALED,   /* q·k/√d                  Vaswani et al. 2017, eq. 1 */
    RETRIEVAL_COSINE,   /* cos(q, k)               Graves et al. 2014, eq. 6, with β = 1 */
    RETRIEVAL_ADDITIVE, /* vᵀ tanh(qW + kU)        Bahdanau et al. 2015, A.1.2 */
} RetrievalScore;

/* An additive score's own layer of a units. */
typedef struct RetrievalLayer {
    Node *W; /* [d,a] */
    Node *U; /* [dₖ,a] */
    Node *v; /* [1,a] */
} RetrievalLayer;

typedef struct Retrieval {
    RetrievalScore score;
    Node *query;  /* q [1,d] */
    Node *keys;   /* K [m,dₖ], dₖ = d unless additive */
    Node *values; /* V [m,dᵥ] */

    /* not of an additive score, else NULL */
    Node *query_length; /* |q|, once for each key [m,1] */
    Node *key_lengths;  /* |kᵢ| [m,1] */
    Node *lengths;      /* |q||kᵢ| [m,1] */
    Node *cosines;      /* cos θᵢ [m,1] */
    Node *product;      /* |q||kᵢ| cos θᵢ [m,1], which is q·kᵢ */
    Node *geometry;     /* these four side by side [m,4] */

    /* of an additive score, else NULL */
    RetrievalLayer layer;
    Node *projected_query; /* qW [1,a] */
    Node *projected_keys;  /* KU [m,a] */
    Node *sum;             /* qW + kᵢU [m,a] */
    Node *squashed;        /* tanh of it */

    Node *scores;   /* s before they are divided [1,m] */
    Node *scaled;   /* s/√d; the scores themselves unless scaled */
    Node *weights;  /* softmax of them: Σᵢ aᵢ = 1 [1,m] */
    Node *weighted; /* aᵢvᵢ [m,dᵥ] */
    Node *output;   /* Σᵢ aᵢvᵢ [1,dᵥ] */
} Retrieval;

/* `layer` is looked at for an additive score only. */
Retrieval retrieve(Graph *g, RetrievalScore score, Node *query, Node *keys, Node *values,
                   RetrievalLayer layer);

#endif
