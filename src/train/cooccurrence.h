/* Which words stand near each other more often than chance would have it.
 *
 * PPMI(i, j) = max(0, log (cᵢⱼ c / (cᵢ cⱼ))), where cᵢⱼ counts how often word j stands within
 * `window` words of word i in one sentence, cᵢ = Σⱼ cᵢⱼ and c = Σᵢ cᵢ.   Levy, Goldberg and Dagan
 * 2015, §2.1
 */
#ifndef TRAIN_COOCCURRENCE_H
#define TRAIN_COOCCURRENCE_H

#include "tensor/tensor.h"
#include "train/corpus.h"

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

/* Of the sentences to learn from; symmetric. The special words' rows are empty. */
SparseMatrix positive_mutual_information(Arena *arena, const Corpus *corpus, int window);

#endif
