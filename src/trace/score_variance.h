/* The narrator of the variance of scores:
 *
 *     variance   entropy   largest   slope   plain/weights   scaled/weights
 */
#ifndef TRACE_SCORE_VARIANCE_H
#define TRACE_SCORE_VARIANCE_H

#include "model/score_variance.h"
#include "trace/trace.h"

/* argv is not copied. */
Trace *narrate_score_variance(Arena *arena, const ScoreVariance *model, int argc,
                              const char *const *argv);

#endif
