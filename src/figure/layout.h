/* The layout of every figure: plots in a grid, with what names and explains them around it.
 *
 *     caption
 *                  title    title            A heatmap is a grid of one place; the heads and the
 *                 labels   labels            stages are places that share their scales; the
 *     row  labels  plot  →  plot   bar       overview is many small ones that do not.
 *     samples
 *
 * The drawing belongs to the arena. Nothing fails; a panel without a step is a bug.
 */
#ifndef FIGURE_LAYOUT_H
#define FIGURE_LAYOUT_H

#include "figure/plot.h"

typedef struct LayoutPlan {
    const Panel *panel;
    Room room;         /* of each plot */
    int feature_width; /* … whose columns are features */
    bool own_ranges;   /* each plot of signed numbers has a range of its own, written beneath */
    bool axes;         /* labels and words of the axes; else rows are labelled where it is easy */
    int label_limit;   /* pixels */
    const char *sentence; /* in the caption, or NULL */
    const char *provenance;
} LayoutPlan;

Drawing *layout_draw(Arena *arena, Typesetter *typesetter, const FigureStyle *style,
                     const LayoutPlan *plan);

#endif
