/* An axis of a chart: from numbers to places along it, and its ticks. */
#ifndef FIGURE_CHART_AXIS_H
#define FIGURE_CHART_AXIS_H

#include "figure/ticks.h"
#include "trace/trace.h"

typedef struct ChartAxis {
    const char *name;
    bool logarithmic;
    double least, most; /* of a logarithmic axis: log₁₀ of the numbers at its ends */
    Ticks ticks;
} ChartAxis;

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

#endif
