/* What every trace needs: texts, settings and steps that are added one by one, and the panels that
 * show steps side by side. Everything lives in the trace's arena. */
#ifndef TRACE_NARRATION_H
#define TRACE_NARRATION_H

#include "trace/trace.h"

/* Room for so many; more is a bug, for panels point at steps, which must not move. */
Trace *trace_new(Arena *arena, int most_steps, int most_panels, int most_settings, int most_texts);

void add_step(Trace *trace, Step step);

/* Where all words have a vector as they are. */
TracedText traced_text(const char *text, int count, const char *const *tokens);

void add_text(Trace *trace, TracedText text);

/* "word" or "words": "" for one, else "s". */
const char *plural(int count);

/* A name and a value, NULL for one that is not there. */
void add_setting(Trace *trace, const char *name, const char *value, bool is_number);

/* The same of a whole number. */
void add_number_setting(Trace *trace, const char *name, int number);

/* How the weights were learned and how well they do on text held out, where that is known (else
   NULL): two settings, and the trace's source. `origin`: "learned from WordNet 3.0"; `measure`:
   "held-out perplexity". */
void add_source(Trace *trace, const char *origin, const char *recipe, const char *measure,
                const char *measured);

/* ---- panels ---- */

/* A panel while it is being filled. */
typedef struct Grid {
    const Trace *trace;
    Panel panel;
    const Step **steps;
    const char **titles, **row_titles, **arrows;
} Grid;

Grid grid_new(const Trace *trace, const char *id, int rows, int cols);

/* Puts the step with this id into a place, `arrow` being the word on the arrow that leads to it
   (NULL: none). False, and nothing is changed, when neither the trace nor what lies behind it has
   such a step. */
bool grid_place(Grid *grid, int row, int col, const char *id, const char *title, const char *arrow);

void add_panel(Trace *trace, Grid grid);

#endif
