/* The narrator of a comparison: one word, the vector it enters with, and what each sentence makes
 * of it. The steps:
 *
 *     static   static/nearest
 *     sentence-i/attention   …/contributions   …/change   …/after   …/gained/nearest   …/nearest
 *     cosine/before   cosine/after
 *
 * A list of nearest words is left out where there are none: near a vector of zeros, or where the
 * vocabulary has no other content word. */
#ifndef TRACE_COMPARISON_H
#define TRACE_COMPARISON_H

#include "model/comparison.h"
#include "trace/self_attention.h"

/* What the numbers are about. Not copied. */
typedef struct ComparisonSubject {
    const char *word;         /* as asked for */
    const Subject *sentences; /* as many as the comparison has, with one mask and one seed */
    int nearest;              /* how many words a list was to have */
} ComparisonSubject;

Trace *narrate_comparison(Arena *arena, const Comparison *comparison,
                          const ComparisonSubject *subject);

#endif
