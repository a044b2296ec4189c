/* The other forms by which an English word may be looked up when a vocabulary lacks it:
 *
 *     bats → bat, hopped → hop          endings, by the rules of WordNet's morphy(7WN)
 *     swam → swim, mice → mouse         irregular_forms.list
 *     don't → not, he'll → he           contractions; of a possessive (dog's) the noun
 *     e-mail → email, fruit-bats → bat  hyphenated words: in one word, or else the head
 *     colour ↔ color, realise ↔ realize British and American spelling
 *
 * By rule no word becomes a function word: "thing" is no form of the.
 */
#pragma once

#include "base/base.h"

/* The key and then its other forms, each once, in the order in which they are to be tried. What
   is longer than any word has none but itself. */
const char *const *word_forms(Arena *arena, const char *key, int *count);

/* The row of the first of these forms that the vocabulary has; −1 if it has none. *form is then
   the form found: the key itself, or a string in the arena. */
int vocabulary_row_of_form(Arena *arena, const Lexicon *vocabulary, const char *key,
                           const char **form);

/* Whether a key is a word that holds a sentence together and says little of what it is about (the,
   of, he, is). Training asks only for the others, content words, and lists of nearest words leave
   these out. */
bool is_function_word(const char *key);
