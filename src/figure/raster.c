#include "figure/raster.h"

enum { PATCH = 64 }; /* pixels: lines are drawn in squares of this side */

/* Cells with the palette index of each level. The stripes of masked cells are at 45°: a row is
   taken from `stripes`, starting at (x + y) mod their period. */
typedef struct Mosaic {
    const Cells *cells;
    uint8_t fills[CELL_COLOURS];
    uint8_t *stripes;
} Mosaic;

/* A colour of text and lines, with a table of blended colours: for each coverage and palette index,
   the resulting index + 1; 0: not yet computed. */
typedef struct Ink {
    struct Ink *next;
    Colour colour;
    uint16_t made[PALETTE_MOST][COVERAGE_MOST + 1];
} Ink;

/* Something to paint, and how. */
typedef struct Mark {
    void (*draw)(Raster *raster, const struct Mark *mark, Box area);
    Box extent; /* the pixels that it can touch */
    Ink *ink;   /* of text and lines; fills and cells have palette indices */
    union {
        uint8_t fill;
        const Mosaic *mosaic;
        const GlyphImage *image;
        const Stroke *stroke;
    };
} Mark;

struct Raster {
    Arena *arena;
    const Drawing *drawing;
    Palette palette;
    Ink *inks;
    Mark *marks; /* in the order of painting */
    int mark_count;
    uint16_t shades[1 << 12]; /* palette index + 1 of each 12-bit colour; 0: none yet */
    int top;                  /* first row being drawn … */
    uint8_t *pixels;          /* … and its pixels */
};

static uint8_t *pixel_at(const Raster *r, int x, int y)
{
    return r->pixels + (size_t)(y - r->top) * ((size_t)r->drawing->width + 1) + x;
}

/* ---- palette ---- */

/* Adds a colour if there is room, else finds the nearest; returns its index. */
static uint8_t add_colour(Palette *palette, Colour c)
{
    int best = 0, least = INT32_MAX;
    if (palette->count < PALETTE_MOST) {
        palette->colours[palette->count] = c;
        return (uint8_t)palette->count++;
    }
    Channels to = colour_channels(c);
    for (int i = 0; i < palette->count; i++) {
        Channels from = colour_channels(palette->colours[i]);
        int red = from.red - to.red, green = from.green - to.green, blue = from.blue - to.blue;
        int distance = red * red + green * green + blue * blue;
        best = distance < least ? i : best;
        least = smaller(least, distance);
    }
    return (uint8_t)best;
}

/* The index of a fill colour. */
static uint8_t fill_index(Palette *palette, Colour c)
{
    for (int i = 0; i < palette->count; i++)
        if (palette->colours[i] == c)
            return (uint8_t)i;
    return add_colour(palette, c);
}

/* The index of an antialiased colour, quantized to 16 levels per channel. */
static uint8_t shade_index(Raster *r, Colour c)
{
    enum { MOST = 15, STEP = 255 / MOST };
    Channels of = colour_channels(c);
    int red = (of.red * MOST + 127) / 255, green = (of.green * MOST + 127) / 255;
    int blue = (of.blue * MOST + 127) / 255;
    uint16_t *known = &r->shades[red << 8 | green << 4 | blue];
    c = colour_of((Channels){red * STEP, green * STEP, blue * STEP});
    if (!*known)
        *known = add_colour(&r->palette, c) + 1;
    return (uint8_t)(*known - 1);
}

static uint8_t inked(Raster *r, uint8_t below, const Ink *ink, int coverage)
{
    Colour mixed = colour_mix(r->palette.colours[below], ink->colour, coverage, COVERAGE_MOST);
    return coverage == 0               ? below
           : coverage == COVERAGE_MOST ? fill_index(&r->palette, mixed)
                                       : shade_index(r, mixed);
}

/* Blends an ink into an area; rows of coverage are `stride` bytes apart. */
static void draw_coverage(Raster *r, Ink *ink, Box area, const uint8_t *coverage, int stride)
{
    for (int y = area.y; y < area.y + area.height; y++, coverage += stride) {
        uint8_t *pixels = pixel_at(r, area.x, y);
        for (int i = 0; i < area.width; i++) {
            uint16_t *made = &ink->made[pixels[i]][coverage[i]];
            if (!*made)
                *made = inked(r, pixels[i], ink, coverage[i]) + 1;
            pixels[i] = (uint8_t)(*made - 1);
        }
    }
}

static Ink *ink_of(Raster *r, Colour colour)
{
    for (Ink *ink = r->inks; ink; ink = ink->next)
        if (ink->colour == colour)
            return ink;
    return r->inks = arena_copy(r->arena, &(Ink){.next = r->inks, .colour = colour}, sizeof(Ink));
}

static void add_mark(Raster *r, Mark mark)
{
    r->marks = arena_append(r->arena, r->marks, &r->mark_count, &mark, sizeof mark);
}

/* ---- fills and cells ---- */

static void draw_fill(Raster *r, const Mark *mark, Box area)
{
    for (int y = area.y; y < area.y + area.height; y++)
        memset(pixel_at(r, area.x, y), mark->fill, (size_t)area.width);
}

static void add_fill(Raster *r, const Item *item)
{
    uint8_t index = fill_index(&r->palette, item->fill.colour);
    add_mark(r, (Mark){.draw = draw_fill, .extent = item->fill.box, .fill = index});
}

int raster_period(const Drawing *drawing)
{
    return larger(4, HATCH_PERIOD * drawing->dpi / CSS_DPI);
}

/* Draws picture row y of a row of cells; masked ones without gaps between them at once. */
static void draw_cell_row(const Raster *r, const Mosaic *mosaic, const uint8_t *levels, int y)
{
    Cells cells = *mosaic->cells; /* a copy, which no pixel can change */
    uint8_t *pixels = pixel_at(r, cells.x, y);
    int pitch = cells.width, width = pitch - cells.gap, period = raster_period(r->drawing);
    for (int c = 0, run = 1; c < cells.cols; c += run, pixels += run * pitch, run = 1) {
        bool masked = levels[c] == CELL_MASKED;
        while (masked && !cells.gap && c + run < cells.cols && levels[c + run] == CELL_MASKED)
            run++;
        if (masked)
            memcpy(pixels, mosaic->stripes + (cells.x + y + c * pitch) % period,
                   (size_t)(run * pitch - cells.gap));
        else if (width <= 3) /* the common case with a thousand words */
            pixels[0] = pixels[width / 2] = pixels[width - 1] = mosaic->fills[levels[c]];
        else
            memset(pixels, mosaic->fills[levels[c]], (size_t)width);
    }
}

/* Layout guarantees that cells lie within the drawing's width. Inside a row of cells, pixel rows
   repeat the one above, or with stripes the one a period above. */
static void draw_cells(Raster *r, const Mark *mark, Box area)
{
    const Cells *cells = mark->mosaic->cells;
    int back = mark->mosaic->stripes ? raster_period(r->drawing) : 1;
    for (int y = area.y; y < area.y + area.height; y++) {
        int row = (y - cells->y) / cells->height, within = (y - cells->y) % cells->height;
        const uint8_t *levels = cells->levels + (size_t)row * (size_t)cells->cols;
        if (within >= cells->height - cells->gap)
            continue;
        if (within >= back && y - back >= area.y)
            memcpy(pixel_at(r, area.x, y), pixel_at(r, area.x, y - back), (size_t)area.width);
        else
            draw_cell_row(r, mark->mosaic, levels, y);
    }
}

/* The stripe's edge covers half of each pixel it crosses. */
static uint8_t *stripes_of(Raster *r, const Cells *cells)
{
    int period = raster_period(r->drawing), length = period + cells->cols * cells->width;
    int stripe = larger(1, HATCH_STRIPE * r->drawing->dpi / CSS_DPI);
    uint8_t *stripes = arena_alloc(r->arena, (size_t)length, 1);
    uint8_t ground = fill_index(&r->palette, cells->masked);
    uint8_t full = fill_index(&r->palette, cells->hatch);
    uint8_t half = fill_index(&r->palette, colour_mix(cells->masked, cells->hatch, 1, 2));
    for (int i = 0; i < length; i++) {
        int place = i % period;
        stripes[i] = place == 0 || place == stripe ? half : place < stripe ? full : ground;
    }
    return stripes;
}

static void add_cells(Raster *r, const Item *item)
{
    const Cells *cells = &item->cells;
    Mosaic *mosaic = arena_copy(r->arena, &(Mosaic){.cells = cells}, sizeof *mosaic);
    bool used[CELL_COLOURS + 1] = {false};
    size_t count = (size_t)cells->rows * (size_t)cells->cols;
    for (size_t i = 0; i < count; i++)
        used[cells->levels[i]] = true;
    for (int level = 0; level < CELL_COLOURS; level++)
        if (used[level])
            mosaic->fills[level] = fill_index(&r->palette, cells->colours[level]);
    if (used[CELL_MASKED])
        mosaic->stripes = stripes_of(r, cells);
    Box all = {cells->x, cells->y, cells->cols * cells->width - cells->gap,
               cells->rows * cells->height - cells->gap};
    add_mark(r, (Mark){.draw = draw_cells, .extent = all, .mosaic = mosaic});
}

/* ---- lines ---- */

/* In patches, from the last columns to the first; this order determines the palette. */
static void draw_stroke(Raster *r, const Mark *mark, Box area)
{
    int bottom = area.y + area.height;
    for (int x = (area.width - 1) / PATCH * PATCH; x >= 0; x -= PATCH)
        for (int y = area.y; y < bottom; y += PATCH) {
            uint8_t coverage[PATCH * PATCH] = {0};
            Box patch = {area.x + x, y, smaller(PATCH, area.width - x), smaller(PATCH, bottom - y)};
            if (stroke_cover(mark->stroke, patch, coverage))
                draw_coverage(r, mark->ink, patch, coverage, patch.width);
        }
}

/* Adds the exact colour to the palette before any blended one. */
static void add_stroke(Raster *r, const Item *item)
{
    const Stroke *stroke = &item->stroke;
    fill_index(&r->palette, stroke->colour);
    add_mark(r, (Mark){.draw = draw_stroke,
                       .extent = stroke_extent(stroke),
                       .ink = ink_of(r, stroke->colour),
                       .stroke = stroke});
}

/* ---- texts ---- */

static void draw_glyph(Raster *r, const Mark *mark, Box area)
{
    const GlyphImage *image = mark->image;
    const uint8_t *first = image->coverage + (ptrdiff_t)(area.y - mark->extent.y) * image->width;
    draw_coverage(r, mark->ink, area, first + (area.x - mark->extent.x), image->width);
}

/* On the nearest whole pixel: so the same letters are the same bytes, and are drawn once. */
static void add_glyph(Raster *r, const TextItem *text, const PlacedGlyph *glyph)
{
    const GlyphImage *image = font_glyph(text->line->font, glyph, text->size, text->angle);
    int x = text_start(text) + em_scaled(glyph->x, text->size);
    Point at = point_turned(text->angle, x, em_scaled(glyph->y, text->size));
    Box extent = {text->x + divide_down(at.x + PIXEL / 2, PIXEL) + image->left,
                  text->y - divide_down(at.y + PIXEL / 2, PIXEL) - image->top, image->width,
                  image->height};
    if (image->coverage)
        add_mark(r, (Mark){draw_glyph, extent, ink_of(r, text->colour), .image = image});
}

static void add_text(Raster *r, const Item *item)
{
    const TextItem *text = &item->text;
    const Line *line = text->line;
    int start = text_start(text);
    for (int i = 0; i < line->glyph_count; i++)
        add_glyph(r, text, &line->glyphs[i]);
    for (int i = 0; i < line->bar_count; i++) { /* of formulas, which are never rotated */
        const Box *bar = &line->bars[i];
        int height = em_scaled(bar->height, text->size);
        int top = text->y * PIXEL - em_scaled(bar->y, text->size) - height;
        int left = text->x * PIXEL + start + em_scaled(bar->x, text->size), x = left / PIXEL;
        int right = divide_up(left + em_scaled(bar->width, text->size), PIXEL);
        Box box = {x, (top + PIXEL / 2) / PIXEL, right - x, divide_up(height, PIXEL)};
        add_fill(r, &(Item){.fill = {box, text->colour}});
    }
}

/* ---- the whole ---- */

Raster *raster_new(Arena *arena, const Drawing *drawing)
{
    static void (*const add[])(Raster *, const Item *) = {[ITEM_FILL] = add_fill,
                                                          [ITEM_CELLS] = add_cells,
                                                          [ITEM_STROKE] = add_stroke,
                                                          [ITEM_TEXT] = add_text};
    Raster *r = arena_copy(arena, &(Raster){.arena = arena, .drawing = drawing}, sizeof *r);
    fill_index(&r->palette, drawing->background); /* index 0, the initial value of all pixels */
    for (int i = 0; i < drawing->count; i++)
        add[drawing->items[i].kind](r, &drawing->items[i]);
    return r;
}

void raster_draw(void *raster, int top, int count, uint8_t *rows)
{
    Raster *r = raster;
    Box all = {0, top, r->drawing->width, smaller(count, r->drawing->height - top)};
    r->top = top, r->pixels = rows + 1;
    for (const Mark *mark = r->marks; mark < r->marks + r->mark_count; mark++) {
        if (mark->extent.y >= top + count || mark->extent.y + mark->extent.height <= top)
            continue;
        Box area = box_common(mark->extent, all);
        if (area.width && area.height)
            mark->draw(r, mark, area);
    }
}

const Palette *raster_palette(const Raster *r)
{
    return &r->palette;
}
