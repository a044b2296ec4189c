/* A word that the vocabulary lacks, found by another form of it: "bats" by bat, "dog's" by dog,
 * "hopped" by hop, "well-known" by known. English; the rules are those of WordNet's morphy(7WN),
 * without its lists of irregular forms. */
#ifndef MODEL_WORD_FORM_H
#define MODEL_WORD_FORM_H

#include "model/weights.h"

/* The row of the key, or of the first of its other forms that has one; −1 if none has. *form is
   then the form found: the key itself, or a string in the arena. */
int vocabulary_row_of_form(Arena *arena, const Vocabulary *vocabulary, const char *key,
                           const char **form);

#endif
