/* A user's own pairs: a text file in UTF-8 with a pair a line, the sentence, a tab and its
 * translation:
 *
 *     The cat sleeps.	Le chat dort.
 *
 * Words are those of words_parse (train/pair_source.h). A blank line is passed over. The file is
 * hostile: every message names it and the line.
 */
#ifndef TRAIN_PAIRS_H
#define TRAIN_PAIRS_H

#include "base/file.h"
#include "train/pair_source.h"

/* The vocabularies are at most `vocabulary` words each, special ones included: the most frequent of
   what is not held out. Draws are even over the lines. In a file so short that nothing, or
   everything, would be held out, one source sentence is, or is not; a file of a single one has
   nothing held out. */
bool pairs_read(Arena *arena, const char *path, int vocabulary, PairSource *source, Error *error);

#endif
