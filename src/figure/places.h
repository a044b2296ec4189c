/* What stands in each place of a panel: its plot, bars or chart, by which scale its numbers are
 * drawn, and the labels and words around it. Where the places stand is figure/layout.c's. */
#ifndef FIGURE_PLACES_H
#define FIGURE_PLACES_H

#include "figure/layout.h"
#include "figure/place.h"

typedef struct Places {
    const Sheet *sheet;
    const LayoutPlan *plan;
    Place *items;                         /* rows × cols of the panel */
    const Scale *scales[VALUE_COUNT + 1]; /* by kind: those that places share */
} Places;

/* Of places with a sheet and a plan. They belong to the drawing's arena. */
void places_fill(Places *places);

int places_count(const Places *places);
Place *places_at(const Places *places, int row, int col);

/* Whether each step of this kind has a range of its own: numbers around zero, if the plan says so;
   a cosine's is one everywhere. */
bool places_have_own_range(const Places *places, ValueKind kind);

/* The scale of a step: of all of its kind, or its own. */
const Scale *places_scale(Places *places, const Step *step);

/* Puts a step's curves into a place, so wide. */
void places_fit_chart(const Places *places, Place *place, const Step *step, int width);

/* Whether two axes name the same. */
bool places_same_labels(const Axis *a, const Axis *b);

#endif
