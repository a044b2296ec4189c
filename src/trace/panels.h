/* Panels: steps put side by side. A panel is a row of the trace's list, a phrase whose name stands
 * in square brackets: title, formula and note, and then rows of places,
 *
 *     [overview]
 *         Sinusoidal positions | {formula@encodings} | {note@distances}
 *         || encodings: PE | dots: {formula}
 *         || [some columns] waves
 *
 * A place has an id, or several of which the first that there is counts, a|b, and perhaps a title,
 * which is said of its step; places without a step close up, unless one of their ids is "-". > in
 * front of one: what stands there may be made of what stands before; =: or of the two before it; ^:
 * it is in the first row only. a^b stands in the column of b. Beside a row may stand its [title].
 * ^ in front of a place's title: over the first row only. Behind the note may stand "own ranges",
 * "large" or "quotes" (as in Panel).
 *
 * % is a number: the place, or several beside each other, is there once for each that has a step,
 * in the order of the steps, which is ascending; at most so many in a row, evenly, where the row
 * begins with "5 abreast: ", and then rows between which / stands take turns. # is the number of
 * the whole row, or of the panel if it is in its name:
 *
 *     [heads]
 *         Attention weights | {formula@head-1/weights} | {note@mean/weights}
 *         || 5 abreast: head-%/weights: head % | mean/weights: mean
 *
 * The words of panels are those of sentences; ids are those of the whole trace. Everything lives in
 * the trace's arena, and points at its steps, which must not move. */
#pragma once

#include "trace/trace.h"

/* All that the trace's list has, in its order; of several of one name the first whose conditions
   hold. Of a panel with a number there is one for each number with a step that is no detail. */
void add_panels(Trace *trace);
