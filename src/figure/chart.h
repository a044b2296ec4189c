/* Curves over axes: a line for each column of a step, named at its end.
 *
 * What is not finite, and on a logarithmic axis what is not positive, has no place; the line is
 * broken there. Few points are marked, and so is one that stands alone. A place on the x axis may
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
    const Step *step;
    ChartAxis x, y;
    int width, height;  /* of everything, in pixels … */
    Box area;           /* … and where in it the curves lie */
    const char **names; /* of the curves, or NULL when there is one, which y names */
} Chart;

/* As wide as that, and at least as high; higher where the names of many curves ask for it. */
Chart chart_fit(const Sheet *sheet, const Step *step, int width, int height);

/* With its upper left corner there. */
void chart_draw(const Sheet *sheet, const Chart *chart, int x, int y);

/* ---- axes: figure/chart_axis.c ---- */

/* Where a number is on an axis, in the axis' own measure; NaN for nowhere. */
double chart_measured(double x, bool logarithmic);

/* The same of a row's number on the x axis, and of a cell's on the y axis: NaN too where its row
   has no place. */
double chart_x(const Step *step, int row);
double chart_y(const Step *step, int row, int col);

/* From the first number to the last; without ticks, for these depend on its texts. */
ChartAxis chart_x_axis(const Step *step);

/* With round ends, and ticks that cut it into about so many parts. */
ChartAxis chart_y_axis(const Step *step, int parts);

Ticks chart_ticks(const ChartAxis *axis, int parts);

/* The least distance of two ticks, in pixels; `length`: of the axis, in pixels. */
double chart_ticks_apart(const ChartAxis *axis, int length);

/* In 1/64 pixel from the axis' beginning. */
int chart_place(const ChartAxis *axis, double value, int length);

/* ---- curves: figure/curve.c ---- */

/* CSS pixels. */
enum { CURVE_DASH = 7, CURVE_DASH_GAP = 5 };

/* Points without a break. */
typedef struct CurveRun {
    StrokePoint *points;
    int count;
    int first; /* of those in the newest point's column of pixels */
} CurveRun;

/* Room for so many, in the drawing's arena. */
CurveRun curve_run(const Sheet *sheet, int most);

/* Of many points within a column of pixels the first, the highest, the lowest and the last are
   kept: they are all that shows. */
void curve_run_add(CurveRun *run, StrokePoint p);

/* `curve`: which of a figure's, from 0: by their colours curves are told apart, and by dashes when
   these come again. The run's points must stay. */
void curve_run_draw(const Sheet *sheet, const CurveRun *run, int curve);
void curve_dot_draw(const Sheet *sheet, StrokePoint place, int curve);

#endif
