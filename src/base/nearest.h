/* The name that was probably meant, for "did you mean". */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

/* The name with the fewest edits (a letter left out, put in, replaced or swapped with its
   neighbour) from `word`, the first of several; NULL if that is more than a third of the word's
   length, and one: then it is no typing error. */
const char *nearest(const char *word, const char *const *names, int count);

#endif
