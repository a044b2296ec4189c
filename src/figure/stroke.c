#include "figure/raster.h"

/* Integer arithmetic, so that the pixels are the same on every machine. A pixel's coverage depends
   on the distance of its centre to the nearest point of the line, so self-intersections do not
   count twice. */

enum { FINE = 16 }; /* distances are in 1/FINE of the unit of points */

/* From a to b; a disc if a = b. */
typedef struct Segment {
    Point a, b;
    int64_t dx, dy;
    int64_t square, length; /* |b − a|², in units of points; |b − a|, in FINE parts */
} Segment;

/* ⌊FINE · √(dx² + dy²)⌋. The radicand is an integer below 2⁵³, and sqrt is correctly rounded on
   every machine, never up to the next integer. */
static int64_t fine_length(int64_t dx, int64_t dy)
{
    return (int64_t)sqrt((double)((dx * dx + dy * dy) * FINE * FINE));
}

/* The distance of a point p to a segment, in FINE parts: |(p − a) × (b − a)| / |b − a| if the foot
   of the perpendicular is on the segment, else the distance to the nearer end. */
static int64_t distance(const Segment *s, int64_t x, int64_t y)
{
    int64_t ax = x - s->a.x, ay = y - s->a.y, along = ax * s->dx + ay * s->dy;
    if (along <= 0)
        return fine_length(ax, ay);
    if (along >= s->square)
        return fine_length(x - s->b.x, y - s->b.y);
    int64_t cross = ax * s->dy - ay * s->dx;
    return (cross < 0 ? -cross : cross) * FINE * FINE / s->length;
}

/* Full coverage up to half a pixel inside the edge, none from half a pixel outside it. */
static uint8_t coverage_at(int64_t distance, int thickness)
{
    int64_t inside = ((int64_t)thickness + PIXEL) * FINE / 2 - distance;
    int64_t part = (inside * COVERAGE_MOST + PIXEL * FINE / 2) / (PIXEL * FINE);
    return (uint8_t)(part < 0 ? 0 : part > COVERAGE_MOST ? COVERAGE_MOST : part);
}

/* The pixels that a line of this thickness between two points can touch. */
static Box pixels_between(Point a, Point b, int thickness)
{
    int reach = thickness / 2 + PIXEL;
    int left = divide_down(smaller(a.x, b.x) - reach, PIXEL);
    int top = divide_down(smaller(a.y, b.y) - reach, PIXEL);
    int right = divide_down(larger(a.x, b.x) + reach, PIXEL) + 1;
    int bottom = divide_down(larger(a.y, b.y) + reach, PIXEL) + 1;
    return (Box){left, top, right - left, bottom - top};
}

Box stroke_extent(const Stroke *stroke)
{
    Point least = stroke->points[0], most = least;
    for (int i = 1; i < stroke->count; i++) {
        least.x = smaller(least.x, stroke->points[i].x);
        least.y = smaller(least.y, stroke->points[i].y);
        most.x = larger(most.x, stroke->points[i].x);
        most.y = larger(most.y, stroke->points[i].y);
    }
    Box extent = pixels_between(least, most, stroke->thickness);
    extent.x += stroke->at.x;
    extent.y += stroke->at.y;
    return extent;
}

/* Adds a segment's coverage: each pixel keeps the maximum over all segments. */
static void cover(Segment *s, int thickness, Box part, Box area, uint8_t *coverage)
{
    s->square = s->dx * s->dx + s->dy * s->dy;
    s->length = fine_length(s->dx, s->dy);
    for (int y = part.y; y < part.y + part.height; y++)
        for (int x = part.x; x < part.x + part.width; x++) {
            int64_t far =
                distance(s, (int64_t)x * PIXEL + PIXEL / 2, (int64_t)y * PIXEL + PIXEL / 2);
            uint8_t here = coverage_at(far, thickness);
            uint8_t *pixel = &coverage[(ptrdiff_t)(y - area.y) * area.width + (x - area.x)];
            *pixel = here > *pixel ? here : *pixel;
        }
}

bool stroke_cover(const Stroke *stroke, Box area, uint8_t *coverage)
{
    bool any = false;
    area.x -= stroke->at.x;
    area.y -= stroke->at.y;
    for (int i = 0; i < larger(1, stroke->count - 1); i++) {
        Point a = stroke->points[i], b = stroke->points[smaller(i + 1, stroke->count - 1)];
        Segment s = {.a = a, .b = b, .dx = b.x - a.x, .dy = b.y - a.y};
        Box part = box_common(pixels_between(a, b, stroke->thickness), area);
        if (!part.width || !part.height)
            continue;
        cover(&s, stroke->thickness, part, area, coverage);
        any = true;
    }
    return any;
}
