/* A trace from a graph whose nodes have names.
 *
 *     Trace *t = trace_begin(g);
 *     add_setting(t, "heads", "3", true); …
 *     trace_tell(t, views, sentences);
 *     Grid grid = grid_new(t, "overview", rows, cols); … add_panel(t, grid);
 *
 * Every name of the graph becomes a step: shown, or behind the others for explanations that pass
 * through it. Nothing is computed here but what sentences measure. Everything lives in the graph's
 * arena. */
#ifndef TRACE_BUILD_H
#define TRACE_BUILD_H

#include "graph/names.h"
#include "trace/narration.h"
#include "trace/sentences.h"
#include "trace/trace.h"

typedef enum StepRole {
    ROLE_SHOWN,
    ROLE_DETAIL, /* one of many alike: left out where tables are cut to fit, and not drawn */
    ROLE_MINOR,  /* shown in every table, but drawn only where all pictures are asked for */
    ROLE_BEHIND, /* not shown: it has a name for explanations */
} StepRole;

/* How the steps whose ids match are shown; see id_matches. */
typedef struct View {
    const char *where;
    StepRole role;
    StepForm form;
} View;

/* No text, no setting and no step yet. */
Trace *trace_begin(Graph *g);

/* Makes the steps and their sentences. The first view that matches an id counts, and what none
   matches is shown; the list ends in a row without `where`, and may be NULL. `sentences` are looked
   through before those that all traces share, and may be NULL. */
void trace_tell(Trace *trace, const View *views, const Note *sentences);

/* Of a trace that was told: the step with this id, to be given curves, counts and the like. */
Step *trace_step_edited(Trace *trace, const char *id);

/* Of a step in form of curves: the numbers that stand for its rows, and the axes' names. */
void trace_curves(Trace *trace, const char *id, Curves curves);

/* ---- panels ---- */

/* Puts the step with this id into a place that the one before it flows into: the arrow has what the
   operation adds to its formula ("/√d_k", "+ M", "softmax"). Returns the next column; the same one
   when there is no such step. */
int grid_flow(Grid *grid, int row, int col, const char *id, const char *title);

/* a ∘ b = c in three places of a row, the signs from c's formula; c has to be made of a and b. What
   is not there is left out, then without signs. */
void grid_equation(Grid *grid, int row, int col, const char *const ids[3],
                   const char *const titles[3]);

#endif
