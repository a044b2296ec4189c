/* The words whose static vectors point most nearly the way a vector does, by cosine.
 *
 * Function words (model/word_lists.h) and the special words <unk> and <mask> are never among
 * them. Everything belongs to the graph and its arena.
 */
#ifndef MODEL_NEAREST_WORDS_H
#define MODEL_NEAREST_WORDS_H

#include "graph/node.h"
#include "model/weights.h"

/* The words to be found. */
typedef struct WordTable {
    Node *vectors;     /* the embeddings [v,d] */
    const char **keys; /* of each row */
    bool *left_out;    /* of each row: never listed */
} WordTable;

/* All content words of the vocabulary. The embeddings are not copied. */
WordTable word_table(Graph *g, const Weights *weights);

typedef struct NearestWords {
    int count;       /* fewer than asked for where there are not so many */
    const int *rows; /* of the table, nearest first; of equally near ones the first row */
    Node *cosines;   /* [count,1]: of those rows with the vector; NULL when the count is 0 */
} NearestWords;

/* Up to `most` words nearest to vector[1,d], without the rows in `own`. A vector of zeros points
   nowhere, and has none. */
NearestWords nearest_words(Graph *g, const WordTable *table, Node *vector, const int *own,
                           int own_count, int most);

#endif
