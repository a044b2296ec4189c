/* The words that hold a sentence together and say little of what it is about (the, of, he, is).
 * Training asks only for the other, content words, and lists of nearest words leave these out. */
#ifndef MODEL_FUNCTION_WORDS_H
#define MODEL_FUNCTION_WORDS_H

#include <stdbool.h>

/* Whether a key (load/tokens.h) is one of them. */
bool is_function_word(const char *key);

/* All of them, sorted. */
const char *const *function_words(int *count);

#endif
