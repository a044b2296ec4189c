/* Masks: which keys a query may not look at.
 *
 * A mask M[n,m] holds 0 where query i may look at key j and −∞ where it may not; it is added to
 * the scores, so that the softmax gives a hidden key no weight. Each function adds its own −∞ to
 * a mask that began as zeros, and so they combine: what any of them hides is hidden.
 */
#pragma once

#include "tensor/tensor.h"

/* Mᵢⱼ = −∞ where j > i: nobody looks ahead.   Vaswani et al. 2017, §3.2.3 */
void mask_causal(Tensor mask);

/* Mᵢⱼ = −∞ where |i − j| > window: each looks at its neighbours only.   Beltagy et al. 2020, §3.1
 */
void mask_local(Tensor mask, int window);

/* Mᵢⱼ = −∞ where j ≥ m − count: the last tokens only fill up a batch. As queries they stay. */
void mask_padding(Tensor mask, int count);

/* Mᵢⱼ = −∞ for one cell. */
void mask_hide(Tensor mask, int row, int col);
