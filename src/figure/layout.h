/* The layout of every figure: plots, bars and curves in a grid, with what names and explains them
 * around it.
 *
 *     caption
 *                  title    title            A heatmap is a grid of one place; the heads and the
 *                 labels   labels            stages are places that share their scales; the
 *     row  labels  plot  →  plot   bar       overview is many small ones that do not.
 *     samples
 *
 * Bars that stand under a plot with the same columns are aligned with it. A row that holds nothing
 * but curves is as wide as all the others, whatever their columns.
 *
 * The drawing belongs to the arena. Nothing fails; a panel without a step is a bug.
 */
#ifndef FIGURE_LAYOUT_H
#define FIGURE_LAYOUT_H

#include "figure/bars.h"

typedef struct LayoutPlan {
    const Panel *panel;
    Room room;         /* of each plot */
    int feature_width; /* … whose columns are features */
    BarRoom bars;
    int chart_width, chart_height; /* at least */
    bool own_ranges; /* each plot of signed numbers has a range of its own, written beneath */
    bool axes;       /* labels and words of the axes; else rows are labelled where it is easy */
    int label_limit; /* pixels */
    const char *sentences; /* in the caption, with \n between; or NULL */
    const Trace *trace;    /* whose texts may be quoted, and whose provenance is told */
} LayoutPlan;

Drawing *layout_draw(Arena *arena, Typesetter *typesetter, const FigureStyle *style,
                     const LayoutPlan *plan);

#endif
