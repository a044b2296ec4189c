/* Layer normalisation with its parts to be looked at. Nodes belong to the graph. */
#pragma once

#include "graph/ops.h"

/* What a layer norm learns. */
typedef struct NormParameters {
    Node *gain, *bias; /* γ and β [1,d]; NULL where there is no norm */
} NormParameters;

NormParameters norm_learned(Scope s, int d);

/* γ ⊙ (x − μ)/√(σ² + ε) + β, a mean and a variance for each row      Ba, Kiros and Hinton 2016
   x[n,d]. The variance is that of the numbers there are: over n, not n − 1. Where somebody looks,
   with the moments of what comes out too. */
Node *layer_norm_with(Scope s, const NormParameters *p, Node *x);

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
