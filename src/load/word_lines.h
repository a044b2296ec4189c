/* A vocabulary in a safetensors file: a text of the metadata with a word a line, in the order of
 * the rows of a table. Hostile, as the file is. */
#ifndef LOAD_WORD_LINES_H
#define LOAD_WORD_LINES_H

#include "base/lexicon.h"
#include "load/safetensors.h"

/* The words of the metadata's text `name`: as many as there are rows in `table`, whose name is for
   the message, and all different: by their keys, of which the vocabulary is; or, where none is
   wanted (NULL), as they are spelled. Words of a file inside the program are their own keys, and
   are not to be changed. */
bool word_lines(Arena *arena, const Safetensors *file, const char *name, const char *table,
                int rows, const char ***words, Lexicon *vocabulary, Error *error);

#endif
