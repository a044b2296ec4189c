/* The words whose static vectors point most nearly the way a vector does, by cosine.
 *
 * Function words (model/word_lists.h) and the special words <unk> and <mask> are never among
 * them. Everything belongs to the graph and its arena.
 */
#ifndef MODEL_NEAREST_WORDS_H
#define MODEL_NEAREST_WORDS_H

#include "graph/names.h"
#include "model/weights.h"

/* The words to be found. */
typedef struct WordTable {
    Node *vectors;     /* the embeddings [v,d] */
    const char **keys; /* of each row */
    bool *left_out;    /* of each row: never listed */
} WordTable;

/* All content words of the vocabulary. The embeddings are not copied. */
WordTable word_table(Graph *g, const Weights *weights);

/* Up to `most` words nearest to vector[1,d], without the rows in `own`: their cosines with it
   [count,1], nearest first and of equally near ones the first row. Named "nearest", with their
   vectors "nearest/vectors". NULL where there are none: a vector of zeros points nowhere. */
Node *nearest_words(Scope s, const WordTable *table, const char *title, Node *vector,
                    const int *own, int own_count, int most);

#endif
