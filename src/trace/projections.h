/* The trace of what the learned projections do that XXᵀ does not: both kinds of matrices, told as
 * the main job tells them, and what is measured of them (model/sentence_attention.h). */
#ifndef TRACE_PROJECTIONS_H
#define TRACE_PROJECTIONS_H

#include "model/sentence_attention.h"
#include "trace/self_attention.h"

/* From the graph that names the attention and its measures. */
Trace *trace_projections(Graph *g, const SentenceAttention *model, const Subject *subject);

#endif
