/* The name of one number of a trace: "head-2/weights[bat,ball]". */
#ifndef LOAD_CELL_H
#define LOAD_CELL_H

#include "trace/trace.h"

/* A step's id, then a row and a column by label ("the₂", or "the_2" on a keyboard; in any case
   where that is clear) or by position from 1. `what` names the source in messages ("--explain"). */
bool cell_parse(Arena *arena, const char *what, const Trace *trace, const char *text,
                StepCell *cell, Error *error);

#endif
