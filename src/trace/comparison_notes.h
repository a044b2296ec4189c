/* The one sentence of each step of a comparison: short, and true of these very numbers. */
#ifndef TRACE_COMPARISON_NOTES_H
#define TRACE_COMPARISON_NOTES_H

#include "model/comparison.h"

typedef struct ComparisonNotes {
    Arena *arena;
    const Comparison *comparison;
    const char *word;                 /* safe to show */
    const char *const *const *labels; /* of each sentence's tokens */
} ComparisonNotes;

const char *note_static(const ComparisonNotes *n);
const char *note_nearest_before(const ComparisonNotes *n);
const char *note_attention(const ComparisonNotes *n, int sentence);
const char *note_contributions(const ComparisonNotes *n, int sentence);
const char *note_change(const ComparisonNotes *n, int sentence);
const char *note_after(const ComparisonNotes *n, int sentence);
const char *note_nearest_gained(const ComparisonNotes *n, int sentence);
const char *note_nearest_after(const ComparisonNotes *n, int sentence);
const char *note_cosines_before(const ComparisonNotes *n);
const char *note_cosines_after(const ComparisonNotes *n);

#endif
