/* One vector a word, from the company that it keeps: words of like meaning have like neighbours,
 * so their rows of the co-occurrence matrix point the same way. What is learned next starts here.
 */
#ifndef TRAIN_STATIC_VECTORS_H
#define TRAIN_STATIC_VECTORS_H

#include "tensor/tensor.h"
#include "train/corpus.h"

#include <stdint.h>

/* The cells of a row that are not zero. */
typedef struct SparseRow {
    int count;
    int *columns;
    real *values;
} SparseRow;

/* A square matrix. */
typedef struct SparseMatrix {
    int size;
    SparseRow *rows;
} SparseMatrix;

/* Which words stand near each other more often than chance would have it (PPMI):

       max(0, log (cᵢⱼ c / (cᵢ cⱼ)))

   where cᵢⱼ counts how often word j stands within `window` words of word i in one sentence,
   cᵢ = Σⱼ cᵢⱼ and c = Σᵢ cᵢ (Levy, Goldberg and Dagan 2015, §2.1). Of the sentences to learn from;
   symmetric. The special words' rows are empty. */
SparseMatrix positive_mutual_information(Arena *arena, const Corpus *corpus, int window);

/* The rows of an orthonormal basis of the d-dimensional leading subspace of the symmetric matrix,
   each made one unit long: [size, d], in the arena. By orthogonal iteration (Golub and Van Loan,
   Matrix Computations, §8.2.4): Q ← the orthonormalised columns of M·Q, from random ones. An empty
   row gives zeros. */
Tensor static_vectors(Arena *arena, const SparseMatrix *matrix, int d, int iterations,
                      uint64_t seed);

#endif
