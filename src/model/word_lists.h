/* Lists of English words, as they stand in the files of these names, one entry a line: put together
 * by hand, of common words. They end with a zero byte; nothing is read when the program starts. */
#ifndef MODEL_WORD_LISTS_H
#define MODEL_WORD_LISTS_H

#include <stdbool.h>

/* "mice mouse": a form that no rule of endings leads back from, or that one would lead astray
   (bigger, dying), or a contraction with "not"; then its bases, the likeliest first. Sorted. */
extern const char irregular_forms_list[];

/* "aeroplane airplane": how words begin, British and American, both with the same letter. Sorted.
 */
extern const char spellings_list[];

/* Those of is_function_word. Sorted. */
extern const char function_words_list[];

/* What follows a form (a key, load/tokens.h) on its line, " good well" and a line feed; NULL if it
   is not listed. */
const char *irregular_bases(const char *form);

/* The first line of the spellings with this letter or one behind it. */
const char *spellings_from(char letter);

/* Whether a key is a word that holds a sentence together and says little of what it is about (the,
   of, he, is). Training asks only for the other, content words, and lists of nearest words leave
   these out. */
bool is_function_word(const char *key);

#endif
