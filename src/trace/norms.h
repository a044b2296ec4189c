/* The narrator of layer norm beside batch norm:
 *
 *     input   layer/mean   layer/variance   layer/output   batch/mean   batch/variance batch/output
 *
 * and with other sentences in the batch
 *
 *     layer/joined   layer/change   batch/joined   batch/change
 */
#ifndef TRACE_NORMS_H
#define TRACE_NORMS_H

#include "model/norm.h"
#include "trace/self_attention.h"

typedef struct NormedSentence {
    const Subject *subject;
    int tokens;
} NormedSentence;

/* Those after the first only join it. Subjects are not copied. */
Trace *narrate_norms(Arena *arena, const NormComparison *norms, const NormedSentence *sentences,
                     int count, const char *origin);

#endif
