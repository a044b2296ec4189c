/* One vector a word, from the company that it keeps: words of like meaning have like neighbours,
 * so their rows of the co-occurrence matrix point the same way. What is learned next starts here.
 */
#ifndef TRAIN_STATIC_VECTORS_H
#define TRAIN_STATIC_VECTORS_H

#include "tensor/tensor.h"
#include "train/corpus.h"

#include <stdint.h>

enum { STATIC_WINDOW = 10, STATIC_ITERATIONS = 20 };

/* The rows of an orthonormal basis of the d-dimensional leading subspace of a symmetric matrix M,
   each made one unit long: [words, d], in the arena. M has which words stand near each other more
   often than chance would have it (PPMI):

       max(0, log (cᵢⱼ c / (cᵢ cⱼ)))

   where cᵢⱼ counts how often word j stands within STATIC_WINDOW words of word i in one sentence to
   learn from, cᵢ = Σⱼ cᵢⱼ and c = Σᵢ cᵢ (Levy, Goldberg and Dagan 2015, §2.1). By orthogonal
   iteration (Golub and Van Loan, Matrix Computations, §8.2.4): Q ← the orthonormalised columns of
   M·Q, from random ones. The special words, and a word without neighbours, have zeros. */
Tensor static_vectors(Arena *arena, const Corpus *corpus, int d, uint64_t seed);

#endif
