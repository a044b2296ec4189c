/* A step of a trace, or steps that belong side by side → one figure. The drawing belongs to the
 * arena and points into the trace. */
#pragma once

#include "figure/drawing.h"
#include "figure/style.h"
#include "trace/trace.h"

/* From one row and column to thousands; a matrix without any is a bug. */
Drawing *step_figure(Arena *arena, Typesetter *typesetter, const FigureStyle *style,
                     const Trace *trace, const Step *step);

/* Token × token matrices are compared: they share one scale for each kind of value, and their
   cells show numbers where there is room. A panel that also holds matrices of features is an
   overview: small plots, each with its own range; but where there are bars or curves everything is
   drawn to be read. */
Drawing *panel_figure(Arena *arena, Typesetter *typesetter, const FigureStyle *style,
                      const Trace *trace, const Panel *panel);

/* ---- pictures of the size that the style asks for ---- */

/* What of a panel lies in a box of its places. It shares the scales of the whole. */
const Panel *panel_part(Arena *arena, const Panel *panel, Box box);

/* The box of such a part, or its first half where its picture would be too wide or too high. */
Box panel_first(Arena *arena, Typesetter *typesetter, const FigureStyle *style, const Trace *trace,
                const Panel *part, Box box);
