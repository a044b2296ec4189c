/* What a comparison computes but does not show: each sentence's way through the model, told as the
 * main job tells it, and what lies between the attention and what it adds to the word. Gives the
 * explanations of what is shown their names. */
#ifndef TRACE_COMPARISON_BEHIND_H
#define TRACE_COMPARISON_BEHIND_H

#include "trace/comparison.h"

/* The steps, as those of a trace that nobody looks at:
 *
 *     sentence-i/embeddings … sentence-i/head-h/V …     (but W_Q, W_O, … are the same for all)
 *     sentence-i/static   sentence-i/head-h/weighed   sentence-i/parts
 *     static/nearest/vectors   sentence-i/gained/nearest/vectors   sentence-i/nearest/vectors
 */
const Trace *narrate_behind_comparison(Arena *arena, const Comparison *comparison,
                                       const ComparisonSubject *subject);

#endif
