/* The narrator of what the learned projections do that XXᵀ does not: both kinds of matrices, told
 * as the main job tells them, and what is measured of them. */
#ifndef TRACE_PROJECTIONS_H
#define TRACE_PROJECTIONS_H

#include "model/projection_measures.h"
#include "trace/self_attention.h"

Trace *narrate_projections(Arena *arena, const SelfAttention *model,
                           const ProjectionMeasures *measures, const Subject *subject);

#endif
