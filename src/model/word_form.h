/* The other forms by which an English word may be looked up when a vocabulary lacks it:
 *
 *     bats → bat, hopped → hop          endings, by the rules of WordNet's morphy(7WN)
 *     swam → swim, mice → mouse         model/word_lists.h
 *     don't → not, he'll → he           contractions; of a possessive (dog's) the noun
 *     e-mail → email, fruit-bats → bat  hyphenated words: in one word, or else the head
 *     colour ↔ color, realise ↔ realize British and American spelling
 *
 * By rule no word becomes a function word: "thing" is no form of the.
 */
#ifndef MODEL_WORD_FORM_H
#define MODEL_WORD_FORM_H

#include "base/lexicon.h"

/* The key and then its other forms, each once, in the order in which they are to be tried. What
   is longer than any word has none but itself. */
const char *const *word_forms(Arena *arena, const char *key, int *count);

/* The row of the first of these forms that the vocabulary has; −1 if it has none. *form is then
   the form found: the key itself, or a string in the arena. */
int vocabulary_row_of_form(Arena *arena, const Lexicon *vocabulary, const char *key,
                           const char **form);

#endif
