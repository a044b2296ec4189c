/* The nearest words of some words by their static vectors; or of a sum of words, as in
 * king − man + woman (Mikolov, Yih and Zweig 2013), each taken at length 1 so that none outweighs
 * another. All nodes belong to the graph. */
#ifndef MODEL_NEIGHBOURS_H
#define MODEL_NEIGHBOURS_H

#include "model/nearest_words.h"

/* A word by its row of the table, and its sign in a sum. */
typedef struct Term {
    int row;
    bool minus;
} Term;

typedef struct NeighbourWord {
    Term term;
    Node *vector;         /* its row of the table [1,d] */
    Node *unit;           /* in a sum: at length 1 [1,d]; else NULL */
    NearestWords nearest; /* by itself: without the word; in a sum none */
} NeighbourWord;

typedef struct Neighbours {
    WordTable table;
    int count;
    NeighbourWord *words;
    Node *sum; /* ± unit₁ ± unit₂ … [1,d]; NULL when each word stands by itself */
    NearestWords nearest; /* to the sum, without its words */
} Neighbours;

/* The neighbours of each of `count` rows of the embeddings, at most `most` of each. */
Neighbours neighbours(Graph *g, const Weights *weights, const int *rows, int count, int most);

/* The neighbours of a sum; its first term has no minus. */
Neighbours neighbours_of_sum(Graph *g, const Weights *weights, const Term *terms, int count,
                             int most);

#endif
