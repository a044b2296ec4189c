/* One vector a word, from the company that it keeps: words of like meaning have like neighbours,
 * so their rows of the co-occurrence matrix point the same way. What is learned next starts here.
 */
#ifndef TRAIN_STATIC_VECTORS_H
#define TRAIN_STATIC_VECTORS_H

#include "train/cooccurrence.h"

#include <stdint.h>

/* The rows of an orthonormal basis of the d-dimensional leading subspace of the symmetric matrix,
   each made one unit long: [size, d], in the arena. By orthogonal iteration (Golub and Van Loan,
   Matrix Computations, §8.2.4): Q ← the orthonormalised columns of M·Q, from random ones. An empty
   row gives zeros. */
Tensor static_vectors(Arena *arena, const SparseMatrix *matrix, int d, int iterations,
                      uint64_t seed);

#endif
