/* Curves over axes: a line for each column of a step, named at its end.
 *
 * What is not finite, and on a logarithmic axis what is not positive, has no place; the line is
 * broken there. Few points are marked, and so is one that stands alone. What several runs span is a
 * band of stripes around their mean. A place on the x axis may
 * be marked, too, by a dashed line with a name.
 */
#ifndef FIGURE_CHART_H
#define FIGURE_CHART_H

#include "figure/plot.h"

/* From numbers to places along an axis. */
typedef struct ChartAxis {
    const char *name;
    bool logarithmic;
    double least, most; /* of a logarithmic axis: log₁₀ of the numbers at its ends */
    Ticks ticks;
} ChartAxis;

typedef struct Chart {
    Plot plot; /* of one cell, which is as large as everything */
    ChartAxis x, y;
    Box area;           /* where in it the curves lie */
    const char **names; /* of the curves, or NULL when there is one, which y names */
} Chart;

/* As wide as that, and at least as high; higher where the names of many curves ask for it. */
Chart *chart_fit(const Sheet *sheet, const Step *step, int width, int height);

/* With its upper left corner at the origin. */
void chart_draw(const Sheet *sheet, const Chart *chart);

#endif
