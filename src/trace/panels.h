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
 * front of one: what stands there may be made of what stands before; =: or of the two before it.
 * a^b stands in the column of b. Beside a row may stand its [title]. ^ in front of a place's title:
 * over the first row only. Behind the note may stand "own ranges", "large" or "quotes" (as in
 * Panel).
 *
 * % is a number: the place, or several beside each other, is there once for each that has a step;
 * at most so many in a row, evenly, where the row begins with "5 abreast: ", and then rows between
 * which / stands take turns. # is the number of the whole row, or of the panel if it is in its
 * name:
 *
 *     [heads]
 *         Attention weights | {formula@head-1/weights} | {note@mean/weights}
 *         || 5 abreast: head-%/weights: head % | mean/weights: mean
 *
 * The words of panels are those of sentences; ids are those of the whole trace. Everything lives in
 * the trace's arena, and points at its steps, which must not move. What a list cannot say is put
 * into a grid by hand: grid_listed or grid_new, grid_place …, add_panel. */
#pragma once

#include "trace/trace.h"

/* A step in its place; or, in column −1, what stands beside a row. */
typedef struct Spot {
    int row, col;
    const char *title, *arrow;
    const Step *step;
} Spot;

/* A panel while it is being filled. */
typedef struct Grid {
    Trace *trace;
    Panel panel;
    Spot *spots;
    int count, capacity;
} Grid;

Grid grid_new(Trace *trace, const char *id, const char *title);

/* As the trace's list has it. */
Grid grid_listed(Trace *trace, const char *id);

/* Its formula and its note, with words in braces. */
void grid_say(Grid *grid, const char *formula, const char *note);

/* What stands beside a row. */
void grid_row(Grid *grid, int row, const char *title);

/* Puts the step with this id into a place, `arrow` being the word on the arrow that leads to it
   (NULL: none). False, and nothing is changed, when neither the trace nor what lies behind it has
   such a step. */
bool grid_place(Grid *grid, int row, int col, const char *id, const char *title, const char *arrow);

/* How many stand abreast for so many to fill rows of at most `most` evenly. */
int grid_abreast(int count, int most);

void add_panel(Trace *trace, Grid grid);

/* All that the trace's list has, in its order; of several of one name the first whose conditions
   hold. Of a panel with a number there is one for each number with a step that is no detail. */
void add_panels(Trace *trace);
