/* One number of a trace, explained: the arithmetic of its cell from its operands' actual numbers,
 * then that of the operands, back to what was given. */
#ifndef LESSON_EXPLAIN_H
#define LESSON_EXPLAIN_H

#include "document/document.h"

typedef struct ExplainStyle {
    int depth;  /* how many operations back; 0: all */
    int digits; /* significant */
} ExplainStyle;

/* Adds each cell once, nearest operations first. */
void explain_cell(Document *document, StepCell cell, ExplainStyle style);

#endif
