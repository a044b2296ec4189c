/* The trace of layer norm beside batch norm. */
#ifndef TRACE_NORMS_H
#define TRACE_NORMS_H

#include "model/norm.h"
#include "trace/self_attention.h"

typedef struct NormedSentence {
    const Subject *subject;
    int tokens;
} NormedSentence;

/* The steps, settings and pictures: from the graph that names them. Sentences after the first only
   join it. `origin`: of the weights. */
Trace *trace_norms(Graph *g, const NormedSentence *sentences, int count, const char *origin);

#endif
