/* What lies behind gradients through time, so that explanations that pass through it have names.
 * For each gain:
 *
 *     gain-i/x   …/W   …/U   …/U_zr   …/b   …/Q   …/Q_zr   …/gain   …/products
 *     gain-i/place-t/…                      a cell's (trace/cell_behind.h)
 *     gain-i/jacobian-d   …/frobenius
 *     gain-i/loss/W   …/loss/W/rows   …/loss/W/norm …   …/loss/norm       with a clip
 *
 * and of all gains, with a clip, clipped/factor and clipped/after.
 */
#ifndef TRACE_GRADIENT_FLOW_BEHIND_H
#define TRACE_GRADIENT_FLOW_BEHIND_H

#include "model/gradient_flow.h"
#include "trace/trace.h"

/* `gains` are the labels of the gains: "gain 0.5". */
const Trace *narrate_behind_gradient_flow(Arena *arena, const GradientFlow *flow,
                                          const char *const *gains);

#endif
