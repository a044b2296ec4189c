/* What one step of a recurrent cell computes on its way, so that explanations that pass through it
 * have names:
 *
 *     …/before   …/input   …/gates-sum   …/gates-from-state   …/update-gate   …/reset-gate
 *           …/kept   …/tanh-of   …/from-state   …/candidate   …/state
 *
 * A plain cell has no gates, and `before` is there where nothing computes it.
 */
#ifndef TRACE_CELL_BEHIND_H
#define TRACE_CELL_BEHIND_H

#include "model/recurrent.h"
#include "trace/trace.h"

enum { CELL_STEPS = 11 };

/* How the steps of a cell are called. */
typedef struct CellNames {
    const char *at;    /* how their ids begin: "encoder/forward-1" */
    const char *where; /* how their titles end: "at “cat”, read forwards" */
    const char *input_title, *input_formula; /* "What the word adds", "xW + b" */
    Axis word;                               /* the one row */
    bool shown; /* the trace itself shows the gates, the candidate and the state */
} CellNames;

/* A step of id, title, formula and kind; its columns are features. Nothing for no node. */
void add_behind(Trace *behind, Step named, Axis rows, const Node *node);

void add_cell_behind(Trace *behind, const CellNames *names, const CellStep *cell);

#endif
