/* The nearest words of some words by their static vectors; or of a sum of words, as in
 * king − man + woman (Mikolov, Yih and Zweig 2013), each taken at length 1 so that none outweighs
 * another. Lists are missing where there are none: see model/nearest_words.h. */
#ifndef MODEL_NEIGHBOURS_H
#define MODEL_NEIGHBOURS_H

#include "model/nearest_words.h"

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

#endif
