/* The trace of translators held against the length of sentences. The steps:
 *
 *     right      how many sentences of each length a translator gets right
 *     accuracy   the share of them, as curves over the length */
#ifndef TRACE_BOTTLENECK_H
#define TRACE_BOTTLENECK_H

#include "model/bottleneck.h"
#include "trace/build.h"

/* What the numbers are about. Not copied. */
typedef struct BottleneckSubject {
    const char *sentences; /* what was translated: "held-out sentences of the toy language" */
    const char *learned;   /* what all have learned from: "sentences of 3 to 14 words"; or NULL */
    const char *origin;    /* of all translators' weights; NULL if not from one place */
} BottleneckSubject;

/* Of a graph that names them. */
Trace *trace_bottleneck(Graph *g, const Bottleneck *bottleneck, const BottleneckSubject *subject);

#endif
