/* The narrator of a retrieval: one query, some keys, their values. The steps:
 *
 *     query   keys   values
 *     geometry               how each dot product comes about; of dot, scaled and cosine scores
 *     W   U   v   projected-query   projected-keys   tanh       of additive scores
 *     scores   scaled   weights   weighted   output             scaled of scaled scores only */
#ifndef TRACE_RETRIEVAL_H
#define TRACE_RETRIEVAL_H

#include "model/retrieval.h"
#include "trace/trace.h"

/* How --score and the settings call a score: "dot". */
extern const char *const retrieval_score_names[RETRIEVAL_ADDITIVE + 1];

/* What the numbers are about. Not copied. */
typedef struct RetrievalSubject {
    int argc;
    const char *const *argv;
    const char *const *key_labels;   /* safe to show, or NULL: k₁, k₂, … */
    const char *const *value_labels; /* likewise: v₁, v₂, … */
    bool values_are_keys;
    const char *seed; /* "1"; NULL when nothing was drawn */
} RetrievalSubject;

Trace *narrate_retrieval(Arena *arena, const Retrieval *retrieval, const RetrievalSubject *subject);

#endif
