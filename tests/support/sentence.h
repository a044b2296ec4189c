/* Takes a sentence apart, so that each number and name in it can be held against what it speaks
 * of. */
#pragma once

#include "base/base.h"

enum { MOST_PARTS = 8 };

/* Whether the sentence is the pattern with something for each %; each takes as little as it can,
   and is put into `parts`. */
bool sentence_matches(Arena *arena, const char *sentence, const char *pattern,
                      const char *parts[MOST_PARTS]);

/* A number as notes write it; a failed test if it is none. */
double number_in(const char *digits);
