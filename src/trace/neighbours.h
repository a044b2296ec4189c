/* The trace of nearest words: of words by themselves, or of a sum; for the steps see
 * model/neighbours.h. */
#ifndef TRACE_NEIGHBOURS_H
#define TRACE_NEIGHBOURS_H

#include "model/neighbours.h"
#include "trace/trace.h"

/* What the numbers are about. Not copied. */
typedef struct NeighboursSubject {
    int count;
    const char *const *words; /* as asked for */
    int nearest;              /* how many words a list was to have */
    const Weights *weights;   /* of the vectors; nothing was drawn */
} NeighboursSubject;

/* From the graph that names the neighbours. */
Trace *trace_neighbours(Graph *g, const NeighboursSubject *subject);

#endif
