/* What a lecturer says of each measure of the projections: one sentence, true of these very
 * numbers, also where they are not what one expects. */
#ifndef TRACE_PROJECTION_NOTES_H
#define TRACE_PROJECTION_NOTES_H

#include "model/projection_measures.h"

typedef struct ProjectionNotes {
    Arena *arena;
    const SelfAttention *model;
    const ProjectionMeasures *measures;
    const char *const *tokens; /* as written */
    const char *const *labels; /* of the tokens */
} ProjectionNotes;

const char *note_symmetry(const ProjectionNotes *n);
const char *note_diagonal(const ProjectionNotes *n);
const char *note_entropy(const ProjectionNotes *n);
const char *note_raw_most(const ProjectionNotes *n);
const char *note_mean_most(const ProjectionNotes *n);
const char *note_distances(const ProjectionNotes *n);

#endif
