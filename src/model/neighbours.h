/* The words whose static vectors point most nearly the way a vector does, by cosine.
 *
 * Function words (model/word_form.h) and the special words <unk> and <mask> are never among
 * them. Everything belongs to the graph and its arena.
 */
#pragma once

#include "model/weights.h"

/* The words to be found. */
typedef struct WordTable {
    Node *vectors;           /* the embeddings [v,d] */
    const char *const *keys; /* of each row */
    bool *left_out;          /* of each row: never listed */
} WordTable;

/* Whether a list of nearest words can have this one. */
bool is_listed_word(const char *key);

/* All content words of the vocabulary. The embeddings are not copied. */
WordTable word_table(Graph *g, const Weights *weights);

/* Up to `most` words nearest to vector[1,d], without the rows in `own`: their cosines with it
   [count,1], nearest first and of equally near ones the first row. Named "nearest", with their
   vectors "nearest/vectors". NULL where there are none: a vector of zeros points nowhere. */
Node *nearest_words(Scope s, const WordTable *table, const char *title, Node *vector,
                    const int *own, int own_count, int most);

/* ---- of words, and of their sums ---- */

/* The nearest words of some words by their static vectors; or of a sum of words, as in
   king − man + woman (Mikolov, Yih and Zweig 2013), each taken at length 1 so that none outweighs
   another. */

/* A word by its row of the table, and its sign in a sum. */
typedef struct Term {
    int row;
    bool minus;
    const char *word; /* safe to show */
} Term;

/* The neighbours of each of `count` words, at most `most` of each: "word-i/vector",
   "word-i/nearest". */
void neighbours(Scope s, const Weights *weights, const Term *words, int count, int most);

/* The neighbours of a sum; its first term has no minus: "word-i/unit", "sum", "nearest". */
void neighbours_of_sum(Scope s, const Weights *weights, const Term *terms, int count, int most);

/* What the neighbours are near to: the vectors of these words [count,d], or of their sum [1,d]. */
Tensor neighbours_sought(Arena *arena, const Weights *weights, const Term *terms, int count,
                         bool is_sum);
