#include "figure/raster.h"

#include <string.h>

enum {
    SHADES = COVERAGE_MOST + 1,
    SHADE_BITS = 4,   /* of a channel, by which the shades at edges are told apart */
    HATCH_PERIOD = 6, /* CSS pixels along a row, … */
    HATCH_STRIPE = 1, /* … of them the stripe */
    CSS_DPI = 96,
    PIXEL = 64,          /* the unit of what lies between pixels */
    HALF_ROOT_2 = 46341, /* √½ in EM */
};

/* A colour that is laid over others in part, and what that gives: the palette's index and one for
   each colour below and each coverage, 0 until it is needed. */
typedef struct Ink {
    Colour colour;
    uint16_t (*shades)[SHADES];
} Ink;

typedef struct Raster {
    Arena *arena;
    Canvas *canvas;
    Typesetter *typesetter;
    Ink *inks;
    int ink_count, ink_capacity;
    uint16_t (*shades)[1 << SHADE_BITS][1 << SHADE_BITS]; /* index and one; 0: none yet */
} Raster;

/* ---- palette ---- */

static int colour_distance(Colour a, Colour b)
{
    int red = a.red - b.red, green = a.green - b.green, blue = a.blue - b.blue;
    return red * red + green * green + blue * blue;
}

static uint8_t nearest_index(const Canvas *canvas, Colour c)
{
    int best = 0, least = INT32_MAX;
    for (int i = 0; i < canvas->colour_count; i++) {
        int distance = colour_distance(canvas->palette[i], c);
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return (uint8_t)best;
}

/* A new colour, while there is room. */
static uint8_t add_colour(Canvas *canvas, Colour c)
{
    if (canvas->colour_count == PALETTE_MOST)
        return nearest_index(canvas, c);
    canvas->palette[canvas->colour_count] = c;
    return (uint8_t)canvas->colour_count++;
}

/* The index of a colour that fills something. */
static uint8_t fill_index(Canvas *canvas, Colour c)
{
    for (int i = 0; i < canvas->colour_count; i++)
        if (same_colour(canvas->palette[i], c))
            return (uint8_t)i;
    return add_colour(canvas, c);
}

/* The index of a shade at the edge of something. Shades that agree in their high bits are one. */
static uint8_t shade_index(Raster *r, Colour c)
{
    enum { LOW = 8 - SHADE_BITS };
    uint16_t *known = &r->shades[c.red >> LOW][c.green >> LOW][c.blue >> LOW];
    if (!*known)
        *known = (uint16_t)(add_colour(r->canvas, c) + 1);
    return (uint8_t)(*known - 1);
}

static const Ink *ink_of(Raster *r, Colour c)
{
    for (int i = 0; i < r->ink_count; i++)
        if (same_colour(r->inks[i].colour, c))
            return &r->inks[i];
    if (r->ink_count == r->ink_capacity) {
        r->ink_capacity = r->ink_capacity ? 2 * r->ink_capacity : 8;
        Ink *inks = arena_alloc(r->arena, (size_t)r->ink_capacity, sizeof *inks);
        if (r->ink_count)
            memcpy(inks, r->inks, (size_t)r->ink_count * sizeof *inks);
        r->inks = inks;
    }
    r->inks[r->ink_count] = (Ink){c, arena_alloc(r->arena, PALETTE_MOST, sizeof *r->inks->shades)};
    return &r->inks[r->ink_count++];
}

static uint16_t find_shade(Raster *r, const Ink *ink, uint8_t below, int coverage)
{
    Colour mixed = colour_mix(r->canvas->palette[below], ink->colour, coverage, COVERAGE_MOST);
    bool whole = coverage == COVERAGE_MOST;
    return (uint16_t)((whole ? fill_index(r->canvas, mixed) : shade_index(r, mixed)) + 1);
}

static inline void blend(Raster *r, const Ink *ink, uint8_t *pixel, int coverage)
{
    uint16_t *shade = &ink->shades[*pixel][coverage];
    if (!*shade)
        *shade = find_shade(r, ink, *pixel, coverage);
    *pixel = (uint8_t)(*shade - 1);
}

/* ---- rectangles ---- */

static int clamp(int x, int least, int most)
{
    return x < least ? least : x > most ? most : x;
}

static void draw_box(Canvas *canvas, Box box, uint8_t index)
{
    int left = clamp(box.x, 0, canvas->width), right = clamp(box.x + box.width, 0, canvas->width);
    int top = clamp(box.y, 0, canvas->height);
    int bottom = clamp(box.y + box.height, 0, canvas->height);
    for (int y = top; y < bottom; y++)
        memset(canvas->pixels + (size_t)y * canvas->stride + left, index, (size_t)(right - left));
}

/* How much of pixel i lies between two edges; all in 1/64 pixel. */
static int overlap(int i, int from, int to)
{
    int covered =
        (to < (i + 1) * PIXEL ? to : (i + 1) * PIXEL) - (from > i * PIXEL ? from : i * PIXEL);
    return covered > 0 ? covered : 0;
}

/* A box within the canvas whose edges, in 1/64 pixel, may lie within pixels. */
static void blend_box(Raster *r, const Ink *ink, int left, int top, int right, int bottom)
{
    Canvas *canvas = r->canvas;
    for (int y = top / PIXEL; y * PIXEL < bottom; y++)
        for (int x = left / PIXEL; x * PIXEL < right; x++) {
            int area = overlap(x, left, right) * overlap(y, top, bottom);
            int coverage = (area * COVERAGE_MOST + PIXEL * PIXEL / 2) / (PIXEL * PIXEL);
            if (x < canvas->width && y < canvas->height && coverage > 0)
                blend(r, ink, canvas->pixels + (size_t)y * canvas->stride + x, coverage);
        }
}

/* ---- cells ---- */

/* Stripes at 45°: a pixel's colour depends on x + y only. Row y of a cell at x is a piece of the
   pattern, which is two periods and the cell's width long. */
typedef struct Hatch {
    uint8_t *pattern;
    int period;
} Hatch;

static Hatch hatch_new(Raster *r, const Cells *cells, int dpi)
{
    Canvas *canvas = r->canvas;
    Hatch hatch = {.period = clamp(HATCH_PERIOD * dpi / CSS_DPI, 4, 1000)};
    int stripe = clamp(HATCH_STRIPE * dpi / CSS_DPI, 1, 1000);
    uint8_t ground = fill_index(canvas, cells->masked);
    uint8_t full = fill_index(canvas, cells->hatch);
    uint8_t half = fill_index(canvas, colour_mix(cells->masked, cells->hatch, 1, 2));
    int length = hatch.period + cells->width;
    hatch.pattern = arena_alloc(r->arena, (size_t)length, 1);
    for (int i = 0; i < length; i++) {
        int place = i % hatch.period;
        /* The stripe's edge halves the pixels that it crosses. */
        hatch.pattern[i] = place == 0 || place == stripe ? half : place < stripe ? full : ground;
    }
    return hatch;
}

static void fill_cell_row(uint8_t *pixels, const Cells *cells, const uint8_t *levels,
                          const uint8_t *index)
{
    for (int c = 0; c < cells->cols; c++)
        if (levels[c] != CELL_MASKED)
            memset(pixels + (size_t)c * (size_t)cells->width, index[levels[c]],
                   (size_t)(cells->width - cells->gap));
}

static void hatch_cell_row(uint8_t *pixels, const Cells *cells, const uint8_t *levels,
                           const Hatch *hatch, int y)
{
    for (int c = 0; c < cells->cols; c++)
        if (levels[c] == CELL_MASKED) {
            int x = cells->x + c * cells->width;
            memcpy(pixels + (size_t)c * (size_t)cells->width,
                   hatch->pattern + (x + y) % hatch->period, (size_t)(cells->width - cells->gap));
        }
}

/* The palette's index of each level that occurs; returns whether a cell is masked. */
static bool level_indices(Canvas *canvas, const Cells *cells, uint8_t index[CELL_COLOURS + 1])
{
    bool used[CELL_COLOURS + 1] = {false};
    size_t count = (size_t)cells->rows * (size_t)cells->cols;
    for (size_t i = 0; i < count; i++)
        used[cells->levels[i]] = true;
    for (int level = 0; level < CELL_COLOURS; level++)
        if (used[level])
            index[level] = fill_index(canvas, cells->colours[level]);
    return used[CELL_MASKED];
}

/* Cells lie within the drawing: layout made room for them. */
static void draw_cells(Raster *r, const Cells *cells, int dpi)
{
    Canvas *canvas = r->canvas;
    uint8_t index[CELL_COLOURS + 1] = {0};
    Hatch hatch = {0};
    if (level_indices(canvas, cells, index))
        hatch = hatch_new(r, cells, dpi);
    for (int row = 0; row < cells->rows; row++) {
        const uint8_t *levels = cells->levels + (size_t)row * (size_t)cells->cols;
        for (int i = 0; i < cells->height - cells->gap; i++) {
            int y = cells->y + row * cells->height + i;
            uint8_t *pixels = canvas->pixels + (size_t)y * canvas->stride + cells->x;
            fill_cell_row(pixels, cells, levels, index);
            if (hatch.pattern)
                hatch_cell_row(pixels, cells, levels, &hatch, y);
        }
    }
}

/* ---- arrows ---- */

/* The head: a triangle as high as it is long, its tip to the right. */
static void draw_head(Raster *r, const Ink *ink, int left, int middle, int length)
{
    for (int i = 0; i < length; i++) {
        int half = PIXEL * (2 * (length - i) - 1) / 4; /* of its height in the middle of column i */
        int x = (left + i) * PIXEL;
        blend_box(r, ink, x, middle - half, x + PIXEL, middle + half);
    }
}

static void draw_arrow(Raster *r, const Arrow *arrow)
{
    const Ink *ink = ink_of(r, arrow->colour);
    int middle = arrow->y * PIXEL + arrow->thickness % 2 * PIXEL / 2;
    int half = arrow->thickness * PIXEL / 2, head = arrow->x + arrow->length - arrow->head;
    blend_box(r, ink, arrow->x * PIXEL, middle - half, head * PIXEL, middle + half);
    draw_head(r, ink, head, middle, arrow->head);
}

/* ---- texts ---- */

/* A point of a text in 1/64 pixel, from its anchor; y upwards. */
typedef struct Point {
    int x, y;
} Point;

static Point turn(Point p, int angle)
{
    switch (angle) {
    case 45:
        return (Point){(int)((int64_t)(p.x - p.y) * HALF_ROOT_2 / EM),
                       (int)((int64_t)(p.x + p.y) * HALF_ROOT_2 / EM)};
    case 90:
        return (Point){-p.y, p.x};
    default:
        return p;
    }
}

static int scaled(int length, int size)
{
    return (int)((int64_t)length * size / EM);
}

/* With its upper left corner there. */
static void draw_image(Raster *r, const Ink *ink, const GlyphImage *image, int x, int y)
{
    const Canvas *canvas = r->canvas;
    int first = clamp(-x, 0, image->width), last = clamp(canvas->width - x, 0, image->width);
    int top = clamp(-y, 0, image->height), bottom = clamp(canvas->height - y, 0, image->height);
    for (int i = top; i < bottom; i++) {
        const uint8_t *coverage = image->coverage + (size_t)i * (size_t)image->width;
        uint8_t *pixels = canvas->pixels + (ptrdiff_t)(y + i) * (ptrdiff_t)canvas->stride + x;
        for (int j = first; j < last; j++)
            if (coverage[j])
                blend(r, ink, &pixels[j], coverage[j]);
    }
}

static int floor_divide(int a, int b)
{
    return a >= 0 ? a / b : -((b - 1 - a) / b);
}

/* Where a glyph goes along one axis: a whole pixel, and the nearest fraction of one. */
typedef struct Spot {
    int pixel;
    uint8_t fraction;
} Spot;

static Spot spot_of(int at)
{
    int place = floor_divide(at + PIXEL / FRACTIONS / 2, PIXEL / FRACTIONS);
    int pixel = floor_divide(place, FRACTIONS);
    return (Spot){pixel, (uint8_t)(place - pixel * FRACTIONS)};
}

/* At a point in 1/64 pixel of the canvas, y upwards. */
static void draw_glyph(Raster *r, const Ink *ink, const TextItem *text, const PlacedGlyph *glyph,
                       Point at)
{
    Spot x = spot_of(at.x), y = spot_of(at.y);
    GlyphKey key = {.glyph = glyph->glyph,
                    .size = (uint16_t)scaled(glyph->scale, text->size),
                    .face = glyph->face,
                    .angle = (uint8_t)text->angle,
                    .slanted = glyph->slanted,
                    .x_fraction = x.fraction,
                    .y_fraction = y.fraction};
    const GlyphImage *image = font_glyph(typesetter_font(r->typesetter), key);
    draw_image(r, ink, image, x.pixel + image->left, -y.pixel - image->top);
}

static void draw_text(Raster *r, const TextItem *text)
{
    const Ink *ink = ink_of(r, text->colour);
    const Line *line = typeset(r->typesetter, text->string, text->form);
    int width = scaled(line->width, text->size);
    int start = text->align == ALIGN_START ? 0 : text->align == ALIGN_MIDDLE ? -width / 2 : -width;
    for (int i = 0; i < line->glyph_count; i++) {
        const PlacedGlyph *glyph = &line->glyphs[i];
        Point p = turn((Point){start + scaled(glyph->x, text->size), scaled(glyph->y, text->size)},
                       text->angle);
        draw_glyph(r, ink, text, glyph, (Point){text->x * PIXEL + p.x, p.y - text->y * PIXEL});
    }
    for (int i = 0; i < line->bar_count; i++) { /* of formulas, which are never turned */
        const Bar *bar = &line->bars[i];
        int left = text->x * PIXEL + start + scaled(bar->x, text->size);
        int bottom = text->y * PIXEL - scaled(bar->y, text->size);
        blend_box(r, ink, left, bottom - scaled(bar->height, text->size),
                  left + scaled(bar->width, text->size), bottom);
    }
}

/* ---- the whole ---- */

static void draw_item(Raster *r, const Item *item, int dpi)
{
    switch (item->kind) {
    case ITEM_FILL:
        draw_box(r->canvas, item->fill.box, fill_index(r->canvas, item->fill.colour));
        break;
    case ITEM_CELLS:
        draw_cells(r, &item->cells, dpi);
        break;
    case ITEM_ARROW:
        draw_arrow(r, &item->arrow);
        break;
    case ITEM_TEXT:
        draw_text(r, &item->text);
        break;
    }
}

static bool blends(const Item *item)
{
    return item->kind == ITEM_ARROW || item->kind == ITEM_TEXT;
}

Canvas *rasterise(Arena *arena, Typesetter *typesetter, const Drawing *drawing)
{
    Canvas *canvas = arena_alloc(arena, 1, sizeof *canvas);
    canvas->width = drawing->width;
    canvas->height = drawing->height;
    canvas->stride = (size_t)drawing->width + 1;
    canvas->pixels = (uint8_t *)arena_alloc(arena, canvas->stride * (size_t)canvas->height, 1) + 1;
    add_colour(canvas, drawing->background); /* 0, which all pixels are */
    Raster r = {.arena = arena,
                .canvas = canvas,
                .typesetter = typesetter,
                .shades = arena_alloc(arena, 1 << SHADE_BITS, sizeof *r.shades)};
    /* What is filled lies below what is written, and so has the first choice of colours. */
    for (int i = 0; i < drawing->count; i++)
        if (!blends(&drawing->items[i]))
            draw_item(&r, &drawing->items[i], drawing->dpi);
    for (int i = 0; i < drawing->count; i++)
        if (blends(&drawing->items[i]))
            draw_item(&r, &drawing->items[i], drawing->dpi);
    return canvas;
}
