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
#pragma once

#include "figure/plot.h"

/* What a kind of figure asks for, in CSS pixels. */
typedef struct Sizes {
    int cell;
    int label_limit; /* the longest a label may be */
    BarRoom bars;
    int chart_width, chart_height; /* at least */
} Sizes;

typedef struct LayoutPlan {
    const Panel *panel;
    const Sizes *sizes;
    Room room;         /* of each plot */
    int feature_width; /* … whose columns are features */
    bool own_ranges;   /* each plot of signed numbers has a range of its own, written beneath */
    int width;         /* of all between the margins; 0: what it needs */
    bool axes;         /* labels and words of the axes; else rows are labelled where it is easy */
    const char *sentences; /* in the caption, with \n between; or NULL */
} LayoutPlan;

/* On a sheet without anything, whose drawing it returns and whose trace is told about. */
Drawing *layout_draw(const Sheet *sheet, const LayoutPlan *plan);

/* ---- over a figure: its title, its formula, and in small where it comes from ---- */

/* In lines of at most `limit` pixels: words go to the next line, and a word that is longer is
   elided. `sentences`, with \n between, stand in one line if they fit, and may be NULL. From the
   upper left corner, as wide and high as it says. */
Drawing *caption_draw(const Sheet *sheet, const char *title, const char *formula,
                      const char *sentences, const char *provenance, int limit);

/* ---- beside the plots: what the colours mean ---- */

/* A vertical bar with ticks and its meaning. */
typedef struct ColourBar {
    const Scale *scale;
    const char *meaning;
    bool relative; /* each plot has a range of its own: the ticks say −max, 0, max */
} ColourBar;

/* Side by side and all of one height, that of the plots or what their meanings need. From the upper
   left corner of what is beside them; the ticks of their ends reach half a line beyond the height.
 */
Drawing *colour_bars_draw(const Sheet *sheet, const ColourBar *bars, int count, int height);

/* ---- below them: a line of samples with their words ---- */

/* Of what a mask lets see and what it hides; `remark` follows them, or is NULL. From their upper
   left corner; of no size when there is nothing to say. */
Drawing *samples_draw(const Sheet *sheet, bool visible, bool masked, const char *remark);
