/* A vocabulary in a safetensors file: a text of the metadata with a word a line, in the order of
 * the rows of a table. Hostile, as the file is. */
#ifndef LOAD_WORD_LINES_H
#define LOAD_WORD_LINES_H

#include "load/safetensors.h"
#include "model/weights.h"

/* The words of the metadata's text `name`: as many as there are rows in `table`, whose name is for
   the message. Strings are in the arena. */
bool word_lines(Arena *arena, const Safetensors *file, const char *name, const char *table,
                int rows, const char ***words, Error *error);

/* The vocabulary of words by their keys. Fails if two have the same; `what` begins the message. */
bool different_words(Arena *arena, const char *what, const char *const *words,
                     const char *const *keys, int count, Vocabulary *vocabulary, Error *error);

/* word_lines, and all are different as they are spelled. */
bool different_word_lines(Arena *arena, const Safetensors *file, const char *name,
                          const char *table, int rows, const char ***words, Error *error);

#endif
