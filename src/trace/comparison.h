/* The trace of a comparison: one word, the vector it enters with, and what each sentence makes of
 * it; for the steps see model/comparison.h. */
#ifndef TRACE_COMPARISON_H
#define TRACE_COMPARISON_H

#include "model/comparison.h"
#include "trace/self_attention.h"

/* From the graph that names the comparison. `sentences`: as many as were compared, with one mask
   and one seed. */
Trace *trace_comparison(Graph *g, const ComparisonInput *input, const Subject *sentences);

#endif
