/* The narrator of what layers cost:
 *
 *     multiply-adds   growth   growth/real   difference   crossing   crossing/real
 *     sequential   layers   path
 *     self-attention/operations   …
 *
 * The operations of each kind of layer are those at the longest length that was counted.
 */
#ifndef TRACE_LAYER_COSTS_H
#define TRACE_LAYER_COSTS_H

#include "model/layer_costs.h"
#include "trace/trace.h"

/* argv is not copied. */
Trace *narrate_layer_costs(Arena *arena, const LayerCosts *costs, int argc,
                           const char *const *argv);

#endif
