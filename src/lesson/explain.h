/* One number of a trace, explained: the arithmetic of its cell from its operands' actual numbers,
 * then that of the operands, back to what was given. */
#ifndef LESSON_EXPLAIN_H
#define LESSON_EXPLAIN_H

#include "trace/trace.h"

#include <stdio.h>

typedef struct ExplainStyle {
    int depth;  /* how many operations back; 0: all */
    int digits; /* significant */
    int width;  /* columns to wrap at; 0: none */
} ExplainStyle;

/* Writes each cell once, nearest operations first. The caller checks the stream. */
void explain_cell(FILE *out, const Trace *trace, StepCell cell, ExplainStyle style);

#endif
