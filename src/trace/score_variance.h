/* The trace of the variance of scores. */
#ifndef TRACE_SCORE_VARIANCE_H
#define TRACE_SCORE_VARIANCE_H

#include "model/score_variance.h"
#include "trace/trace.h"

/* The steps, settings and pictures: from the graph that names them. */
Trace *trace_score_variance(Graph *g, ScoreVarianceSettings settings);

#endif
