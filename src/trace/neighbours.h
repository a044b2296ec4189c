/* The narrator of nearest words. For words by themselves each has its vector and its list:
 *
 *     word-i/vector   word-i/nearest
 *
 * and for a sum of words, king − man + woman, what it is built from:
 *
 *     word-i/unit   sum   nearest
 *
 * A list is left out where there is none: near a vector of zeros, or where the vocabulary has no
 * other content word. */
#ifndef TRACE_NEIGHBOURS_H
#define TRACE_NEIGHBOURS_H

#include "model/neighbours.h"
#include "trace/trace.h"

/* What the numbers are about. Not copied. */
typedef struct NeighboursSubject {
    int argc;
    const char *const *argv;
    const char *const *words;        /* as asked for, as many as there are neighbours of */
    int nearest;                     /* how many words a list was to have */
    const char *origin;              /* of the vectors */
    const char *seed;                /* "1"; NULL when nothing was drawn */
    const char *recipe, *perplexity; /* how the weights were learned, and how well; or NULL */
} NeighboursSubject;

Trace *narrate_neighbours(Arena *arena, const Neighbours *neighbours,
                          const NeighboursSubject *subject);

#endif
