/* The trace of what layers cost; its steps are those that model/layer_costs.h names. */
#ifndef TRACE_LAYER_COSTS_H
#define TRACE_LAYER_COSTS_H

#include "model/layer_costs.h"
#include "trace/trace.h"

/* argv is not copied. */
Trace *trace_layer_costs(Graph *g, const LayerCosts *costs, int argc, const char *const *argv);

#endif
