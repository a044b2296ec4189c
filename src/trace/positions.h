/* The trace of sinusoidal positions. */
#ifndef TRACE_POSITIONS_H
#define TRACE_POSITIONS_H

#include "model/positions.h"
#include "trace/trace.h"

/* The steps, settings and pictures: from the graph that names them. */
Trace *trace_positions(Graph *g, PositionSettings settings);

#endif
