/* The narrator of gradients through time. For each gain the states and how long the gradients are
 * that come back to them, then all gains side by side:
 *
 *     gain-i/states   gain-i/gradients   norms   growth   clipped (with a clip) */
#ifndef TRACE_GRADIENT_FLOW_H
#define TRACE_GRADIENT_FLOW_H

#include "model/gradient_flow.h"
#include "trace/trace.h"

/* So many digits of a gain are told: gains that differ only beyond them cannot be told apart. */
enum { GAIN_DIGITS = 6 };

/* What the numbers are about. Not copied. */
typedef struct GradientFlowSubject {
    int argc;
    const char *const *argv;
    const char *cell; /* as asked for: "rnn" */
} GradientFlowSubject;

Trace *narrate_gradient_flow(Arena *arena, const GradientFlow *flow,
                             const GradientFlowSubject *subject);

#endif
