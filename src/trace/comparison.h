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
#include "trace/trace.h"

typedef struct ComparedSentence {
    const char *sentence;
    const char *const *tokens; /* as written */
    const char *const *labels; /* safe to show, repeated words numbered */
} ComparedSentence;

/* What the numbers are about. Not copied. */
typedef struct ComparisonSubject {
    int argc;
    const char *const *argv;
    const char *word;                  /* as asked for */
    const ComparedSentence *sentences; /* as many as the comparison has */
    int nearest;                       /* how many words a list was to have */
    const char *mask;                  /* as asked for: "causal", "none" */
    const char *seed;                  /* "1"; NULL when nothing was drawn */
    const char *recipe, *perplexity;   /* how the weights were learned, and how well; or NULL */
} ComparisonSubject;

Trace *narrate_comparison(Arena *arena, const Comparison *comparison,
                          const ComparisonSubject *subject);

#endif
