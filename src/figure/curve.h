/* The line of a curve: through its points, as few of them as show; in the colour by which curves
 * are told apart, and dashed when the colours come again. */
#ifndef FIGURE_CURVE_H
#define FIGURE_CURVE_H

#include "figure/sheet.h"

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

/* `curve`: which of a figure's, from 0. The run's points must stay. */
void curve_run_draw(const Sheet *sheet, const CurveRun *run, int curve);
void curve_dot_draw(const Sheet *sheet, StrokePoint place, int curve);

#endif
