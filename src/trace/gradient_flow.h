/* The trace of gradients through time. For each gain the states and how long the gradients are that
 * come back to them, then all gains side by side:
 *
 *     gain-i/states   gain-i/gradients   norms   growth   clipped (with a clip) */
#ifndef TRACE_GRADIENT_FLOW_H
#define TRACE_GRADIENT_FLOW_H

#include "model/gradient_flow.h"
#include "trace/build.h"

/* Of a graph that names them. */
Trace *trace_gradient_flow(Graph *g, const GradientFlow *flow);

#endif
