#include "figure/chart.h"

#include <math.h>

static const double line_thickness = 2, dot_size = 6; /* CSS pixels */

/* ---- points ---- */

void curve_run_add(CurveRun *run, Point p)
{
    Point *in = run->points + run->first; /* first, two extremes, last */
    if (run->count == 0 || in[0].x / STROKE_PIXEL != p.x / STROKE_PIXEL)
        run->first = run->count;
    if (run->count - run->first < 4) {
        run->points[run->count++] = p;
        return;
    }
    int high = in[1].y <= in[2].y ? 1 : 2, low = 3 - high;
    int passed = in[3].y < in[high].y ? high : in[3].y > in[low].y ? low : 0;
    if (passed == 1)
        in[1] = in[2];
    if (passed)
        in[2] = in[3]; /* the later one */
    in[3] = p;
}

/* ---- lines ---- */

static Colour curve_colour(const Sheet *sheet, int curve)
{
    return sheet->theme->curves[curve % THEME_CURVES];
}

/* A square root is rounded the same on every machine, unlike other functions. */
static int distance(Point a, Point b)
{
    double dx = b.x - a.x, dy = b.y - a.y;
    return (int)sqrt(dx * dx + dy * dy);
}

static Point between(Point a, Point b, int part, int whole)
{
    return (Point){a.x + (int)((int64_t)(b.x - a.x) * part / whole),
                   a.y + (int)((int64_t)(b.y - a.y) * part / whole)};
}

/* Dashes and gaps in turn along a run. */
static void draw_dashed(const Sheet *sheet, const CurveRun *run, Colour colour)
{
    int lengths[] = {sheet_pixels(sheet, CURVE_DASH) * STROKE_PIXEL,
                     sheet_pixels(sheet, CURVE_DASH_GAP) * STROKE_PIXEL};
    int part = 0, left = lengths[0], count = 1;
    Point *dash = arena_alloc(sheet->arena, (size_t)run->count + 2, sizeof *dash);
    dash[0] = run->points[0];
    for (int i = 0; i + 1 < run->count; i++) {
        Point at = run->points[i], to = run->points[i + 1];
        int length = distance(at, to);
        for (; length > left; length -= left, left = lengths[part]) {
            at = between(at, to, left, length);
            dash[count++] = at;
            if (part == 0)
                sheet_stroke(sheet, dash, count, line_thickness, colour);
            part = !part;
            dash[0] = at;
            count = 1;
        }
        left -= length;
        dash[count++] = to;
    }
    if (part == 0)
        sheet_stroke(sheet, dash, count, line_thickness, colour);
}

void curve_run_draw(const Sheet *sheet, const CurveRun *run, int curve)
{
    Colour colour = curve_colour(sheet, curve);
    if (curve / THEME_CURVES % 2 == 1) /* the colours come again */
        draw_dashed(sheet, run, colour);
    else
        sheet_stroke(sheet, run->points, run->count, line_thickness, colour);
}

void curve_dot_draw(const Sheet *sheet, Point place, int curve)
{
    sheet_stroke(sheet, &place, 1, dot_size, curve_colour(sheet, curve));
}
