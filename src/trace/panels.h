/* Panels: steps put side by side.
 *
 *     Grid grid = grid_new(t, "heads", "Attention weights of the heads");
 *     grid_say(&grid, "{formula@/head-1/weights}", "{note@/mean/weights}");
 *     grid_series(&grid, 0, heads, 5, "head-%d/weights", "head %d");
 *     add_panel(t, grid);
 *
 * or, where its words and places are known beforehand, as a row of the trace's list, a phrase whose
 * name stands in square brackets: title, formula and note, and then rows of places,
 *
 *     [overview]
 *         Sinusoidal positions | {formula@encodings} | {note@distances}
 *         || encodings: PE | dots: {formula}
 *         || waves: some columns
 *
 * A place has an id, or several of which the first that there is counts, a|b, and perhaps a title,
 * which is said of its step. > before it: what stands there may be made of what stands before; =:
 * or of the two before it. Behind the note may stand "own ranges" or "large" (as in Panel).
 *
 * A grid is as large as what was put into it; steps that there are not leave their places empty,
 * and of a list the places close up. The words of panels are those of sentences. Everything lives
 * in the trace's arena, and points at its steps, which must not move. */
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

/* As the trace's list has it; the same, called otherwise there, said of a step and with ids as seen
   from it, which it stands behind. */
Grid grid_listed(Trace *trace, const char *id);
Grid grid_listed_of(Trace *trace, const Step *step, const char *name, const char *id);

/* Its formula and its note, with words in braces. */
void grid_say(Grid *grid, const char *formula, const char *note);

/* What stands beside a row. */
void grid_row(Grid *grid, int row, const char *title);

/* Puts the step with this id into a place, `arrow` being the word on the arrow that leads to it
   (NULL: none). False, and nothing is changed, when neither the trace nor what lies behind it has
   such a step. */
bool grid_place(Grid *grid, int row, int col, const char *id, const char *title, const char *arrow);

/* The steps 1 … `count` from a row on, `abreast` in a row; id and title are formats with the
   number. */
void grid_series(Grid *grid, int row, int count, int abreast, const char *id, const char *title);

/* How many stand abreast for so many to fill rows of at most `most` evenly. */
int grid_abreast(int count, int most);

/* Every head and, where there is a step for it, their mean; at most five abreast. */
void grid_heads(Grid *grid, int heads, const char *id, const char *mean);

/* Puts the step with this id into a place that the one before it flows into: the arrow has what the
   operation adds to its formula ("/√d_k", "+ M", "softmax"). Returns the next column; the same one
   when there is no such step. */
int grid_flow(Grid *grid, int row, int col, const char *id, const char *title);

/* a ∘ b = c in three places of a row, the signs from c's formula; c has to be made of a and b. What
   is not there is left out, then without signs. */
void grid_equation(Grid *grid, int row, int col, const char *const ids[3],
                   const char *const titles[3]);

void add_panel(Trace *trace, Grid grid);
