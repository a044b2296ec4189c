/* Steps that belong side by side → one figure: the heads, the stages of one, the overview. */
#ifndef FIGURE_PANELS_H
#define FIGURE_PANELS_H

#include "figure/drawing.h"
#include "figure/style.h"
#include "trace/trace.h"

/* Token × token matrices are compared: they share one scale for each kind of value, and their
   cells show numbers where there is room. A panel that also holds matrices of features is an
   overview: small plots, each with its own range; but where there are bars or curves everything is
   drawn to be read. The drawing belongs to the arena and points into
   the panel. */
Drawing *panel_figure(Arena *arena, Typesetter *typesetter, const FigureStyle *style,
                      const Trace *trace, const Panel *panel);

#endif
