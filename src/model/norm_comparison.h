/* Layer normalisation beside batch normalisation, which is the same formula along the other axis:
 * each token by its own mean and variance, over its features (Ba, Kiros and Hinton 2016), or each
 * feature by those of the tokens in the batch, as in training (Ioffe and Szegedy 2015). The steps:
 *
 *     input   layer/mean   layer/variance   layer/output   batch/mean   batch/variance batch/output
 *
 * and with other sentences in the batch
 *
 *     layer/joined   layer/change   batch/joined   batch/change
 */
#ifndef MODEL_NORM_COMPARISON_H
#define MODEL_NORM_COMPARISON_H

#include "graph/names.h"

/* The vectors of each sentence [n,d], `count` of them: the first alone, and among the others. */
void norms_compared(Scope s, Node *const *sentences, int count);

#endif
