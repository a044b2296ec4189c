#include "figure/raster.h"

#include <string.h>

enum {
    SHADES = COVERAGE_MOST + 1,
    SHADE_BITS = 4,   /* of a channel, by which the shades at edges are told apart */
    HATCH_PERIOD = 5, /* CSS pixels along a row, … */
    HATCH_STRIPE = 1, /* … of them the stripe */
    CSS_DPI = 96,
    PIXEL = STROKE_PIXEL, /* the unit of what lies between pixels */
    PATCH = 64,           /* pixels: the side of what is drawn of a line at once */
};

/* A colour that is laid over others in part, and what that gives: the palette's index and one for
   each colour below and each coverage, 0 until it is needed. */
typedef struct Ink {
    Colour colour;
    uint16_t (*shades)[SHADES];
} Ink;

/* Stripes at 45°: a pixel's colour depends on x + y only. Row y of a cell at x is a piece of the
   pattern, which is a period and the cell's width long. */
typedef struct Hatch {
    uint8_t *pattern;
    int period;
} Hatch;

/* What is filled, with the palette's indices of its colours. */
typedef struct Shape {
    const Item *item;
    uint8_t fill;     /* of a box */
    uint8_t *indices; /* of cells: of each level, … */
    Hatch hatch;      /* … and of masked ones, where there are any */
} Shape;

/* What is laid over the shapes: a glyph, a line, or (without these) a box, whose edges may lie
   within pixels. */
typedef struct Mark {
    Ink ink;
    Box extent; /* the pixels that it can touch */
    const GlyphImage *image;
    const Stroke *stroke;
    int left, top, right, bottom; /* of a box, in 1/64 pixel, y downwards */
} Mark;

struct Raster {
    Arena *arena;
    Typesetter *typesetter;
    int width, height;
    Palette palette;
    Shape *shapes;
    int shape_count;
    Mark *marks;
    int mark_count, mark_capacity;
    Ink *inks;
    int ink_count, ink_capacity;
    uint16_t (*shades)[1 << SHADE_BITS][1 << SHADE_BITS]; /* index and one; 0: none yet */
};

/* The rows being drawn. */
typedef struct Band {
    Box area;
    uint8_t *pixels; /* of its first row */
    size_t stride;
} Band;

static uint8_t *pixel_at(const Band *band, int x, int y)
{
    return band->pixels + (size_t)(y - band->area.y) * band->stride + x;
}

/* ---- palette ---- */

static int colour_distance(Colour a, Colour b)
{
    Channels x = colour_channels(a), y = colour_channels(b);
    int red = x.red - y.red, green = x.green - y.green, blue = x.blue - y.blue;
    return red * red + green * green + blue * blue;
}

static uint8_t nearest_index(const Palette *palette, Colour c)
{
    int best = 0, least = INT32_MAX;
    for (int i = 0; i < palette->count; i++) {
        int distance = colour_distance(palette->colours[i], c);
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return (uint8_t)best;
}

/* A new colour, while there is room. */
static uint8_t add_colour(Palette *palette, Colour c)
{
    if (palette->count == PALETTE_MOST)
        return nearest_index(palette, c);
    palette->colours[palette->count] = c;
    return (uint8_t)palette->count++;
}

/* The index of a colour that fills something. */
static uint8_t fill_index(Palette *palette, Colour c)
{
    for (int i = 0; i < palette->count; i++)
        if (palette->colours[i] == c)
            return (uint8_t)i;
    return add_colour(palette, c);
}

/* The index of a shade at the edge of something: of 16 levels of each channel, the nearest. */
static uint8_t shade_index(Raster *r, Colour c)
{
    enum { MOST = (1 << SHADE_BITS) - 1 };
    Channels of = colour_channels(c);
    int red = (of.red * MOST + 127) / 255, green = (of.green * MOST + 127) / 255;
    int blue = (of.blue * MOST + 127) / 255;
    uint16_t *known = &r->shades[red][green][blue];
    if (!*known) {
        Channels shade = {red * 255 / MOST, green * 255 / MOST, blue * 255 / MOST};
        *known = (uint16_t)(add_colour(&r->palette, colour_of(shade)) + 1);
    }
    return (uint8_t)(*known - 1);
}

static Ink ink_of(Raster *r, Colour c)
{
    for (int i = 0; i < r->ink_count; i++)
        if (r->inks[i].colour == c)
            return r->inks[i];
    r->inks = arena_grow(r->arena, r->inks, r->ink_count, &r->ink_capacity, sizeof *r->inks);
    Ink ink = {c, arena_alloc(r->arena, PALETTE_MOST, sizeof *ink.shades)};
    r->inks[r->ink_count++] = ink;
    return ink;
}

static uint16_t find_shade(Raster *r, const Ink *ink, uint8_t below, int coverage)
{
    if (!coverage)
        return (uint16_t)(below + 1);
    Colour mixed = colour_mix(r->palette.colours[below], ink->colour, coverage, COVERAGE_MOST);
    bool whole = coverage == COVERAGE_MOST;
    return (uint16_t)((whole ? fill_index(&r->palette, mixed) : shade_index(r, mixed)) + 1);
}

/* Lays `count` pixels of ink over a row. */
static inline void blend(Raster *r, Ink ink, uint8_t *pixels, const uint8_t *coverage, int count)
{
    for (int i = 0; i < count; i++) {
        uint16_t shade = ink.shades[pixels[i]][coverage[i]];
        if (!shade)
            shade = ink.shades[pixels[i]][coverage[i]] =
                find_shade(r, &ink, pixels[i], coverage[i]);
        pixels[i] = (uint8_t)(shade - 1);
    }
}

/* ---- shapes ---- */

static int clamp(int x, int least, int most)
{
    return x < least ? least : x > most ? most : x;
}

static void draw_box(const Band *band, const Shape *shape)
{
    Box box = box_common(shape->item->fill.box, band->area);
    for (int y = box.y; y < box.y + box.height; y++)
        memset(pixel_at(band, box.x, y), shape->fill, (size_t)box.width);
}

int raster_period(const Drawing *drawing)
{
    return clamp(HATCH_PERIOD * drawing->dpi / CSS_DPI, 4, 1000);
}

static Hatch hatch_new(Raster *r, const Cells *cells, const Drawing *drawing)
{
    Hatch hatch = {.period = raster_period(drawing)};
    int stripe = clamp(HATCH_STRIPE * drawing->dpi / CSS_DPI, 1, 1000);
    uint8_t ground = fill_index(&r->palette, cells->masked);
    uint8_t full = fill_index(&r->palette, cells->hatch);
    uint8_t half = fill_index(&r->palette, colour_mix(cells->masked, cells->hatch, 1, 2));
    int length = hatch.period + cells->width;
    hatch.pattern = arena_alloc(r->arena, (size_t)length, 1);
    for (int i = 0; i < length; i++) {
        int place = i % hatch.period;
        /* The stripe's edge halves the pixels that it crosses. */
        hatch.pattern[i] = place == 0 || place == stripe ? half : place < stripe ? full : ground;
    }
    return hatch;
}

/* Row y of the picture, within one of cells. */
static void draw_cell_row(uint8_t *pixels, const Shape *shape, const uint8_t *levels, int y)
{
    const Cells *cells = &shape->item->cells;
    size_t width = (size_t)(cells->width - cells->gap);
    if (cells->width == 1) {
        int period = shape->hatch.period ? shape->hatch.period : 1, phase = (cells->x + y) % period;
        for (int c = 0; c < cells->cols; c++, phase = phase + 1 < period ? phase + 1 : 0)
            pixels[c] =
                levels[c] != CELL_MASKED ? shape->indices[levels[c]] : shape->hatch.pattern[phase];
        return;
    }
    for (int c = 0; c < cells->cols; c++, pixels += cells->width)
        if (levels[c] != CELL_MASKED)
            memset(pixels, shape->indices[levels[c]], width);
        else
            memcpy(pixels,
                   shape->hatch.pattern + (cells->x + c * cells->width + y) % shape->hatch.period,
                   width);
}

/* The palette's index of each level that occurs, and a hatch if a cell is masked. */
static void choose_indices(Raster *r, Shape *shape, const Drawing *drawing)
{
    const Cells *cells = &shape->item->cells;
    bool used[CELL_COLOURS + 1] = {false};
    size_t count = (size_t)cells->rows * (size_t)cells->cols;
    for (size_t i = 0; i < count; i++)
        used[cells->levels[i]] = true;
    shape->indices = arena_alloc(r->arena, CELL_COLOURS, 1);
    for (int level = 0; level < CELL_COLOURS; level++)
        if (used[level])
            shape->indices[level] = fill_index(&r->palette, cells->colours[level]);
    if (used[CELL_MASKED])
        shape->hatch = hatch_new(r, cells, drawing);
}

/* Cells lie within the drawing: layout made room for them. */
static void draw_cells(const Band *band, const Shape *shape)
{
    const Cells *cells = &shape->item->cells;
    Box all = {cells->x, cells->y, 0, cells->rows * cells->height - cells->gap};
    Box here = box_common(all, band->area);
    for (int y = here.y; y < here.y + here.height; y++) {
        int row = (y - cells->y) / cells->height;
        const uint8_t *levels = cells->levels + (size_t)row * (size_t)cells->cols;
        if (y - cells->y - row * cells->height < cells->height - cells->gap)
            draw_cell_row(pixel_at(band, cells->x, y), shape, levels, y);
    }
}

static void add_shape(Raster *r, const Item *item, const Drawing *drawing)
{
    Shape *shape = &r->shapes[r->shape_count++];
    shape->item = item;
    if (item->kind == ITEM_CELLS)
        choose_indices(r, shape, drawing);
    else
        shape->fill = fill_index(&r->palette, item->fill.colour);
}

/* ---- marks ---- */

static void add_mark(Raster *r, Mark mark)
{
    r->marks = arena_grow(r->arena, r->marks, r->mark_count, &r->mark_capacity, sizeof mark);
    r->marks[r->mark_count++] = mark;
}

static void add_box(Raster *r, Ink ink, int left, int top, int right, int bottom)
{
    int x = divide_down(left, PIXEL), y = divide_down(top, PIXEL);
    Box extent = {x, y, divide_up(right, PIXEL) - x, divide_up(bottom, PIXEL) - y};
    add_mark(r, (Mark){ink, extent, NULL, NULL, left, top, right, bottom});
}

/* How much of pixel i lies between two edges; all in 1/64 pixel. */
static int overlap(int i, int from, int to)
{
    return larger(0, smaller(to, (i + 1) * PIXEL) - larger(from, i * PIXEL));
}

/* Its edges may lie within pixels. */
static void draw_box_mark(Raster *r, const Band *band, const Mark *box, Box area)
{
    for (int y = area.y; y < area.y + area.height; y++)
        for (int x = area.x; x < area.x + area.width; x++) {
            int part = overlap(x, box->left, box->right) * overlap(y, box->top, box->bottom);
            uint8_t coverage =
                (uint8_t)((part * COVERAGE_MOST + PIXEL * PIXEL / 2) / (PIXEL * PIXEL));
            blend(r, box->ink, pixel_at(band, x, y), &coverage, 1);
        }
}

/* Rows of coverage, `stride` bytes apart, over an area. */
static void draw_coverage(Raster *r, const Band *band, Ink ink, Box area, const uint8_t *coverage,
                          int stride)
{
    for (int y = area.y; y < area.y + area.height; y++, coverage += stride)
        blend(r, ink, pixel_at(band, area.x, y), coverage, area.width);
}

/* Patch by patch, the last columns first: colours come into the palette in this order. */
static void draw_stroke(Raster *r, const Band *band, const Mark *mark, Box area)
{
    int bottom = area.y + area.height;
    for (int x = (area.width - 1) / PATCH * PATCH; x >= 0; x -= PATCH)
        for (int y = area.y; y < bottom; y += PATCH) {
            uint8_t coverage[PATCH * PATCH] = {0};
            Box patch = {area.x + x, y, smaller(PATCH, area.width - x), smaller(PATCH, bottom - y)};
            if (stroke_cover(mark->stroke, patch, coverage))
                draw_coverage(r, band, mark->ink, patch, coverage, patch.width);
        }
}

static void draw_mark(Raster *r, const Band *band, const Mark *mark)
{
    Box area = box_common(mark->extent, band->area);
    const GlyphImage *image = mark->image;
    if (!area.width || !area.height)
        return;
    if (image)
        draw_coverage(r, band, mark->ink, area,
                      image->coverage + (ptrdiff_t)(area.y - mark->extent.y) * image->width +
                          (area.x - mark->extent.x),
                      image->width);
    else if (mark->stroke)
        draw_stroke(r, band, mark, area);
    else
        draw_box_mark(r, band, mark, area);
}

/* ---- arrows ---- */

/* The head: a triangle as high as it is long, its tip to the right. */
static void add_head(Raster *r, Ink ink, int left, int middle, int length)
{
    for (int i = 0; i < length; i++) {
        int half = PIXEL * (2 * (length - i) - 1) / 4; /* of its height in the middle of column i */
        int x = (left + i) * PIXEL;
        add_box(r, ink, x, middle - half, x + PIXEL, middle + half);
    }
}

static void add_arrow(Raster *r, const Arrow *arrow)
{
    Ink ink = ink_of(r, arrow->colour);
    int middle = arrow->y * PIXEL + arrow->thickness % 2 * PIXEL / 2;
    int half = arrow->thickness * PIXEL / 2, head = arrow->x + arrow->length - arrow->head;
    add_box(r, ink, arrow->x * PIXEL, middle - half, head * PIXEL, middle + half);
    add_head(r, ink, head, middle, arrow->head);
}

/* ---- lines ---- */

/* Its colour has a place in the palette before any shade has. */
static void add_stroke(Raster *r, const Stroke *stroke)
{
    fill_index(&r->palette, stroke->colour);
    add_mark(r, (Mark){.ink = ink_of(r, stroke->colour),
                       .extent = stroke_extent(stroke),
                       .stroke = stroke});
}

/* ---- texts ---- */

static int scaled(int length, int size)
{
    return (int)((int64_t)length * size / EM);
}

/* At a point in 1/64 pixel from the text's, before this is turned; y upwards. */
static void add_glyph(Raster *r, Ink ink, const TextItem *text, const PlacedGlyph *glyph, int x,
                      int y)
{
    enum { PART = PIXEL / FRACTIONS };
    Turn turn = turn_of(text->angle);
    int right = text->x * PIXEL + (int)((x * turn.cosine - y * turn.sine) / TURN_ONE);
    int up = (int)((x * turn.sine + y * turn.cosine) / TURN_ONE) - text->y * PIXEL;
    right = divide_down(right + PART / 2, PART);
    up = divide_down(up + PART / 2, PART);
    GlyphKey key = {.glyph = glyph->glyph,
                    .size = (uint16_t)scaled(glyph->scale, text->size),
                    .face = glyph->face,
                    .angle = (uint8_t)text->angle,
                    .slanted = glyph->slanted,
                    .x_fraction = (uint8_t)(right & (FRACTIONS - 1)),
                    .y_fraction = (uint8_t)(up & (FRACTIONS - 1))};
    const GlyphImage *image = font_glyph(typesetter_font(r->typesetter), key);
    Box extent = {divide_down(right, FRACTIONS) + image->left,
                  -divide_down(up, FRACTIONS) - image->top, image->width, image->height};
    if (image->coverage)
        add_mark(r, (Mark){.ink = ink, .extent = extent, .image = image});
}

static void add_text(Raster *r, const TextItem *text)
{
    Ink ink = ink_of(r, text->colour);
    const Line *line = typeset(r->typesetter, text->string, text->form);
    int width = scaled(line->width, text->size);
    int start = text->align == ALIGN_START ? 0 : text->align == ALIGN_MIDDLE ? -width / 2 : -width;
    for (int i = 0; i < line->glyph_count; i++) {
        const PlacedGlyph *glyph = &line->glyphs[i];
        add_glyph(r, ink, text, glyph, start + scaled(glyph->x, text->size),
                  scaled(glyph->y, text->size));
    }
    for (int i = 0; i < line->bar_count; i++) { /* of formulas, which are never turned */
        const Bar *bar = &line->bars[i];
        int left = text->x * PIXEL + start + scaled(bar->x, text->size);
        int bottom = text->y * PIXEL - scaled(bar->y, text->size);
        add_box(r, ink, left, bottom - scaled(bar->height, text->size),
                left + scaled(bar->width, text->size), bottom);
    }
}

/* ---- the whole ---- */

/* What is filled lies below what is written, and so has the first choice of colours. */
Raster *raster_new(Arena *arena, Typesetter *typesetter, const Drawing *drawing)
{
    Raster *r = arena_alloc(arena, 1, sizeof *r);
    *r = (Raster){.arena = arena,
                  .typesetter = typesetter,
                  .width = drawing->width,
                  .height = drawing->height,
                  .shapes = arena_alloc(arena, (size_t)drawing->count, sizeof *r->shapes),
                  .shades = arena_alloc(arena, 1 << SHADE_BITS, sizeof *r->shades)};
    add_colour(&r->palette, drawing->background); /* 0, which all pixels are */
    for (int i = 0; i < drawing->count; i++) {
        const Item *item = &drawing->items[i];
        if (item->kind == ITEM_ARROW)
            add_arrow(r, &item->arrow);
        else if (item->kind == ITEM_STROKE)
            add_stroke(r, &item->stroke);
        else if (item->kind == ITEM_TEXT)
            add_text(r, &item->text);
        else
            add_shape(r, item, drawing);
    }
    return r;
}

void raster_draw(Raster *r, int top, int count, uint8_t *pixels, size_t stride)
{
    Band band = {{0, top, r->width, smaller(count, r->height - top)}, pixels, stride};
    for (int i = 0; i < r->shape_count; i++)
        if (r->shapes[i].indices)
            draw_cells(&band, &r->shapes[i]);
        else
            draw_box(&band, &r->shapes[i]);
    for (int i = 0; i < r->mark_count; i++)
        draw_mark(r, &band, &r->marks[i]);
}

const Palette *raster_palette(const Raster *r)
{
    return &r->palette;
}
