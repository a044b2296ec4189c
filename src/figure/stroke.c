#include "figure/stroke.h"

#include "figure/sheet.h"

enum {
    PIXEL = 64,       /* the unit of points */
    FINE = 16,        /* distances are in so many parts of it */
    PIECE_WIDTH = 64, /* pixels */
};

/* From a to b; the same point twice is a disc. */
typedef struct Segment {
    StrokePoint a, b;
    int64_t dx, dy;
    int64_t square, length; /* its length in the units of points, squared, and in FINE parts */
} Segment;

/* ⌊√x⌋, a bit at a time. */
static int64_t whole_root(int64_t x)
{
    int64_t root = 0;
    for (int64_t bit = INT64_C(1) << 30; bit; bit >>= 1)
        if ((root + bit) * (root + bit) <= x)
            root += bit;
    return root;
}

static int64_t fine_length(int64_t dx, int64_t dy)
{
    return whole_root((dx * dx + dy * dy) * FINE * FINE);
}

static Segment segment_at(const Stroke *stroke, int i)
{
    StrokePoint a = stroke->points[i], b = stroke->points[smaller(i + 1, stroke->count - 1)];
    int64_t dx = b.x - a.x, dy = b.y - a.y;
    return (Segment){a, b, dx, dy, dx * dx + dy * dy, fine_length(dx, dy)};
}

static int segment_count(const Stroke *stroke)
{
    return larger(1, stroke->count - 1);
}

/* From a point to the nearest of the segment, in FINE parts: to the line where the foot of the
   perpendicular lies on the segment, |(p − a) × (b − a)| / |b − a|, else to the nearer end. */
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

/* Whole up to half a pixel within the edge, none from half a pixel beyond it. */
static uint8_t coverage_at(int64_t distance, int thickness)
{
    int64_t inside = ((int64_t)thickness + PIXEL) * FINE / 2 - distance;
    if (inside <= 0)
        return 0;
    return (uint8_t)(inside >= PIXEL * FINE
                         ? COVERAGE_MOST
                         : (inside * COVERAGE_MOST + PIXEL * FINE / 2) / (PIXEL * FINE));
}

static int pixel_of(int place)
{
    return place >= 0 ? place / PIXEL : -divide_up(-place, PIXEL);
}

/* How far from the line's middle a pixel can be that it touches. */
static int reach_of(const Stroke *stroke)
{
    return stroke->thickness / 2 + PIXEL;
}

/* Pixels, the last excluded. */
typedef struct Span {
    int first, end;
} Span;

/* Where the segment is at x, which lies between its ends. */
static int height_at(const Segment *s, int x)
{
    return s->dx ? s->a.y + (int)((x - s->a.x) * s->dy / s->dx) : s->a.y;
}

/* The rows that a segment can touch in some columns; empty where it is beyond them. */
static Span rows_within(const Segment *s, Span cols, int reach)
{
    int left = smaller(s->a.x, s->b.x), right = larger(s->a.x, s->b.x);
    int from = larger(left, cols.first * PIXEL - reach);
    int to = smaller(right, cols.end * PIXEL + reach);
    if (from > to)
        return (Span){0, 0};
    int y = height_at(s, from), z = height_at(s, to);
    if (s->dx == 0)
        z = s->b.y;
    return (Span){pixel_of(smaller(y, z) - reach), pixel_of(larger(y, z) + reach) + 1};
}

static Span cut(Span span, int end)
{
    return (Span){larger(span.first, 0), smaller(span.end, end)};
}

/* All rows that the line can touch in these columns. */
static Span extent(const Stroke *stroke, Span cols, int height)
{
    Span all = {height, 0};
    for (int i = 0; i < segment_count(stroke); i++) {
        Segment s = segment_at(stroke, i);
        Span rows = cut(rows_within(&s, cols, reach_of(stroke)), height);
        if (rows.first < rows.end)
            all = (Span){smaller(all.first, rows.first), larger(all.end, rows.end)};
    }
    return all;
}

/* A piece in the making: its pixels' coverage, row after row. */
typedef struct Patch {
    Span cols, rows;
    uint8_t *coverage;
} Patch;

/* A segment's part: each pixel keeps the most that any segment covers of it. */
static void cover(const Patch *patch, const Segment *s, const Stroke *stroke)
{
    int reach = reach_of(stroke), width = patch->cols.end - patch->cols.first;
    Span rows = rows_within(s, patch->cols, reach);
    int left = larger(patch->cols.first, pixel_of(smaller(s->a.x, s->b.x) - reach));
    int right = smaller(patch->cols.end, pixel_of(larger(s->a.x, s->b.x) + reach) + 1);
    rows = (Span){larger(rows.first, patch->rows.first), smaller(rows.end, patch->rows.end)};
    for (int y = rows.first; y < rows.end; y++) {
        uint8_t *row = patch->coverage + (size_t)(y - patch->rows.first) * (size_t)width;
        for (int x = left; x < right; x++) {
            int64_t far =
                distance(s, (int64_t)x * PIXEL + PIXEL / 2, (int64_t)y * PIXEL + PIXEL / 2);
            uint8_t here = coverage_at(far, stroke->thickness);
            uint8_t *pixel = &row[x - patch->cols.first];
            *pixel = here > *pixel ? here : *pixel;
        }
    }
}

static StrokePiece *piece_new(Arena *arena, const Stroke *stroke, Span cols, Span rows)
{
    int width = cols.end - cols.first, height = rows.end - rows.first;
    Patch patch = {cols, rows, arena_alloc(arena, (size_t)width * (size_t)height, 1)};
    for (int i = 0; i < segment_count(stroke); i++) {
        Segment s = segment_at(stroke, i);
        cover(&patch, &s, stroke);
    }
    StrokePiece *piece = arena_alloc(arena, 1, sizeof *piece);
    piece->image = (GlyphImage){.width = width, .height = height, .coverage = patch.coverage};
    piece->x = cols.first;
    piece->y = rows.first;
    return piece;
}

/* The columns that the line can touch. */
static Span columns_of(const Stroke *stroke, int width)
{
    int left = stroke->points[0].x, right = left;
    for (int i = 1; i < stroke->count; i++) {
        left = smaller(left, stroke->points[i].x);
        right = larger(right, stroke->points[i].x);
    }
    int reach = reach_of(stroke);
    return cut((Span){pixel_of(left - reach), pixel_of(right + reach) + 1}, width);
}

const StrokePiece *stroke_pieces(Arena *arena, const Stroke *stroke, int width, int height)
{
    const StrokePiece *first = NULL;
    Span all = columns_of(stroke, width);
    for (int x = all.first; x < all.end; x += PIECE_WIDTH) {
        Span cols = {x, smaller(x + PIECE_WIDTH, all.end)};
        Span rows = extent(stroke, cols, height);
        if (rows.first >= rows.end)
            continue;
        StrokePiece *piece = piece_new(arena, stroke, cols, rows);
        piece->next = first;
        first = piece;
    }
    return first;
}
