/* The narrator of one translation seen by several alignment models: what each output word looks at
 * with each of them. The steps, for each model's name:
 *
 *     additive/alignment   dot/alignment   …   looks
 *
 * Behind them lie the steps of each model alone, their ids under its name: "dot/step-1/energies".
 */
#ifndef TRACE_SCORE_COMPARISON_H
#define TRACE_SCORE_COMPARISON_H

#include "trace/translation.h"

/* One alignment model. */
typedef struct ComparedScore {
    const char *name;  /* "local-p" */
    const char *title; /* "local, predictive" */
    const char *formula;
    const char *origin;
    ValueKind kind; /* of its weights */
} ComparedScore;

/* What the numbers are about. Not copied. */
typedef struct ScoreSubject {
    int argc;
    const char *const *argv;
    TranslatedText source, target;
    int source_length, target_length;
    bool forced;               /* the target's words were given, not chosen by the first model */
    const char *seed;          /* "1"; NULL when nothing was drawn */
    const Trace *const *alone; /* each model's own trace, for explanations that pass through it */
} ScoreSubject;

/* `looks` is looks_side_by_side of the summaries. */
Trace *narrate_score_comparison(Arena *arena, const ComparedScore *scores,
                                const TranslationSummary *summaries, int count, const Node *looks,
                                const ScoreSubject *subject);

#endif
