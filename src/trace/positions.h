/* The narrator of sinusoidal positions:
 *
 *     encodings   waves   dots   distances   rotation   rotated   ahead   error
 */
#ifndef TRACE_POSITIONS_H
#define TRACE_POSITIONS_H

#include "model/positions.h"
#include "trace/trace.h"

/* argv is not copied. Adds to the graph the columns and blocks that are shown by themselves. */
Trace *narrate_positions(Graph *g, const Positions *positions, int argc, const char *const *argv);

#endif
