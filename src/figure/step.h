/* One step of a trace → a figure of its own. */
#ifndef FIGURE_STEP_H
#define FIGURE_STEP_H

#include "figure/drawing.h"
#include "figure/style.h"
#include "trace/trace.h"

/* From one row and column to thousands; a matrix without any is a bug. The drawing belongs to the
   arena and points into the trace. */
Drawing *step_figure(Arena *arena, Typesetter *typesetter, const FigureStyle *style,
                     const Trace *trace, const Step *step);

#endif
