/* The steps of one sublayer of a transformer, and of what stands around it: an attention with all
 * its heads, a feed-forward network, a residual, a layer norm. Their ids are listed in
 * trace/transformer.h, and begin with the sublayer's. */
#ifndef TRACE_TRANSFORMER_SUBLAYER_H
#define TRACE_TRANSFORMER_SUBLAYER_H

#include "model/transformer_summary.h"
#include "trace/trace.h"

/* Which one it is, and how its steps are told. */
typedef struct Sublayer {
    Trace *trace;
    const char *id;    /* "decoder-2/cross" */
    const char *title; /* "Decoder 2, encoder–decoder attention" */
    Axis rows;
    bool told;      /* its layer is the one that is told whole */
    NormPlace norm; /* where it stands, before it or behind it */
} Sublayer;

/* Three kinds of attention, by who asks whom. */
typedef struct AttentionKind {
    const char *title;          /* "self-attention" */
    const char *who;            /* asks whom, in words */
    const char *asking, *asked; /* rows of which queries, and keys and values, are made */
    Axis keys;
    const Node *mask; /* NULL: all see all */
} AttentionKind;

/* softmax(QKᵀ/√dₖ + M) V of each head; the heads' mean (a node of the summary), what they make
   together, and the matrices that they are made with. */
void add_attention(const Sublayer *sub, const AttentionKind *kind, const MultiHead *multi,
                   const Projections *p, const Node *mean);

/* Two pictures of an attention whose steps are there: the first head from scores to weights, and
   the weights of all heads. */
void add_attention_panels(const Sublayer *sub, const AttentionKind *kind, int heads);

/* max(0, xW₁ + b₁)W₂ + b₂ */
void add_network(const Sublayer *sub, const FeedForward *f, const FeedForwardParameters *p);

/* γ ⊙ (x − μ)/√(σ² + ε) + β, and what it does to the moments of each row */
void add_norm(const Sublayer *around, const LayerNorm *norm, const NormEffect *effect,
              const NormParameters *p);

/* What stands around a sublayer, on either side of it. */
typedef struct Surroundings {
    const Residual *residual;
    const NormEffect *effect;
    const NormParameters *norm;
    const Node *input; /* of the sublayer and its norm */
} Surroundings;

/* The norm, if it stands before its sublayer; then the sublayer's own steps are to follow … */
void add_before(const Sublayer *sub, Surroundings s);

/* … and then the residual, and the norm if it stands there. */
void add_after(const Sublayer *sub, Surroundings s);

#endif
