/* The trace of what layers cost; its steps are those that model/layer_costs.h names. */
#ifndef TRACE_LAYER_COSTS_H
#define TRACE_LAYER_COSTS_H

#include "model/layer_costs.h"
#include "trace/trace.h"

/* */
Trace *trace_layer_costs(Graph *g, const LayerCosts *costs);

#endif
