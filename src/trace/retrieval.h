/* The trace of a retrieval: one query, some keys, their values. */
#ifndef TRACE_RETRIEVAL_H
#define TRACE_RETRIEVAL_H

#include "model/retrieval.h"
#include "trace/trace.h"

/* How --score and the settings call a score: "dot". */
extern const char *const retrieval_score_names[RETRIEVAL_ADDITIVE + 1];

/* Keys or values by their labels, or by a letter and a number where there are none: k₁, k₂, … */
Axis retrieval_axis(Arena *arena, const char *name, const char *letter, const char *const *labels,
                    int count);

/* The steps, settings and pictures of a retrieval: from the graph that names them. `seed`: "1";
   NULL when nothing was drawn. */
Trace *trace_retrieval(Graph *g, const Retrieval *r, const char *seed);

#endif
