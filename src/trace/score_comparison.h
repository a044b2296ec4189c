/* The trace of one translation seen by several alignment models. The steps, for each model's name:
 *
 *     additive/alignment   dot/alignment   …   looks
 *
 * Behind them lie the steps of each model, their ids under its name: "dot/step-1/energies".
 */
#ifndef TRACE_SCORE_COMPARISON_H
#define TRACE_SCORE_COMPARISON_H

#include "trace/translation.h"

/* What the numbers are about. Not copied. */
typedef struct ScoreSubject {
    int argc;
    const char *const *argv;
    int count;
    const char *const *names;  /* of the models: "local-p" */
    const char *const *titles; /* "local, predictive" */
    TranslatedText source, target;
    int source_length, target_length;
    const char *origin; /* of the first model's weights */
    bool forced;        /* the target's words were given, not chosen by the first model */
    const char *seed;   /* "1"; NULL when nothing was drawn */
} ScoreSubject;

/* Of a graph that names the alignments and looks of model/translator.h. */
Trace *trace_score_comparison(Graph *g, const ScoreSubject *subject);

#endif
