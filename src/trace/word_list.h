/* Nearest words as a step: a bar a word, as long as its cosine; and in a sentence. */
#ifndef TRACE_WORD_LIST_H
#define TRACE_WORD_LIST_H

#include "model/nearest_words.h"
#include "trace/trace.h"

/* A string from outside as a label: safe to show, at most 100 columns. */
const char *visible_label(Arena *arena, const char *string);

/* The bars of a list that is not empty: `named` has the id, title, formula and note. */
Step word_list_step(Arena *arena, Step named, const WordTable *table, const NearestWords *nearest);

/* The vectors that the list's cosines are with. */
Step word_vectors_step(Arena *arena, const char *id, const WordTable *table,
                       const NearestWords *nearest);

/* The first two words with their cosines: "hit 0.71, ball 0.69"; one when there is but one. */
const char *first_words(Arena *arena, const WordTable *table, const NearestWords *nearest);

#endif
